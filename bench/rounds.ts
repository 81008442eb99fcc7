import type { Say } from './measure.ts';

/** One of several sides that take turns: runs for this many seconds. @returns its result */
export type Contender<T> = (seconds: number) => Promise<T>;

export type Plan = { pairs: number; seconds: number; say: Say };

const longestWarmUp = 2;

/**
 * Lets contenders take turns, A B C A B C …, after a turn of each to warm up.
 *
 * @param contenders by name; undefined: not on this machine
 * @returns the results of each, one per round
 */
export async function rounds<T, N extends string>(plan: Plan, contenders: Record<N, Contender<T> | undefined>): Promise<Record<N, T[]>> {
  const turns = Object.entries(contenders) as [N, Contender<T> | undefined][];
  const results = Object.fromEntries(turns.map(([name]) => [name, [] as T[]])) as Record<N, T[]>;
  for (const [name, turn] of turns) {
    plan.say(`${name}: warm-up`);
    await turn?.(Math.min(longestWarmUp, plan.seconds));
  }
  for (let round = 1; round <= plan.pairs; round++) {
    for (const [name, turn] of turns) {
      if (!turn) continue;
      plan.say(`${name}: round ${round} of ${plan.pairs}`);
      results[name].push(await turn(plan.seconds));
    }
  }
  return results;
}
