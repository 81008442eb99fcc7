import type { Actor } from '../model/actor.ts';
import { forgottenAt, type Pace, pauseLeft, type Tries, triesNow } from '../model/pace.ts';
import type { Transaction } from '../store/store.ts';
import { dropTries, isKept, keepTries, lockTries, sweepTries } from '../store/tries.ts';

/** What counts a try, and where. All keys are digests: they stand in the store. */
export type Gate = {
  name: string;
  key: string;
  pace: Pace;
  /** Where this mark was left by a success, its own key counts instead. */
  unless?: { mark: string; key: string };
};

/** A gate that was passed, or with `wait` (ms) the one that was closed; `count` has this try in it where it was passed. */
export type Passage = { name: string; key: string; pace: Pace; count: number; wait: number };

/**
 * Counts a try at all gates, or, where one is closed, at none: then nothing of it is kept. It is counted before anybody
 * knows how it ends, so that tries at the same time do not slip through together.
 *
 * @returns what was passed; the last has a `wait` where it was closed
 */
export async function passGates(tx: Transaction, _actor: Actor, gates: Gate[]): Promise<Passage[]> {
  const passed: (Passage & Tries)[] = [];
  for (const { name, key: usual, pace, unless } of gates) {
    const key = unless && (await isKept(tx, unless.mark, tx.now)) ? unless.key : usual;
    const kept = await lockTries(tx, key);
    const tries = triesNow(kept, pace, tx.now);
    const wait = pauseLeft(tries, pace, tx.now);
    if (wait > 0) {
      if (tries.at !== kept.at) await keepTries(tx, key, tries, forgottenAt(tries, pace));
      return [{ name, key, pace, count: tries.count, wait }];
    }
    passed.push({ name, key, pace, wait, count: tries.count + 1, at: Math.max(tries.at, tx.now) });
  }
  for (const { key, pace, count, at } of passed) await keepTries(tx, key, { count, at }, forgottenAt({ count, at }, pace));
  return passed.map(({ at: _, ...passage }) => passage);
}

/** What follows a success: tries to forget, tries to take one from, and a mark to leave for `days`. */
export type Success = { forget: string[]; giveBack: { key: string; pace: Pace }[]; mark: { key: string; days: number } };

export async function noteSuccess(tx: Transaction, _actor: Actor, { forget, giveBack, mark }: Success): Promise<void> {
  for (const { key, pace } of giveBack) {
    const { count, at } = await lockTries(tx, key);
    const tries = { count: Math.max(0, count - 1), at };
    await keepTries(tx, key, tries, forgottenAt(tries, pace));
  }
  for (const key of forget) await dropTries(tx, key);
  await keepTries(tx, mark.key, { count: 0, at: tx.now }, tx.now + mark.days * 86_400_000);
}

/** @param most rows to keep; the oldest go first, which takes a flood longer than waiting for the longest pause */
export function forgetOldTries(tx: Transaction, _actor: Actor, most: number): Promise<void> {
  return sweepTries(tx, most);
}
