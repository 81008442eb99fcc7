import type { Actor } from '../model/actor.ts';
import { type TryLimitName, tryLimits, type Verdict } from '../model/rateLimits.ts';
import { addTry, limitOf, pauseLeft, removeTry, type Tries, withoutFutureTime } from '../model/tries.ts';
import type { Transaction } from '../store/store.ts';
import { deleteTries, hasTry, keepTries, lockTries } from '../store/tries.ts';

/** The key under which a limit counts. It is a digest, since the store contains it. */
export type LimitKey = {
  name: TryLimitName;
  key: string;
  /** If an earlier success has left `mark`, its `key` counts in place of the usual one. */
  ifMarked?: { mark: string; key: string };
};

export type CountedTry = Verdict & { key: string; tries: Tries };

/**
 * Counts a try under all keys, or under none if one limit refuses it. The try is counted before its outcome is known, so that parallel
 * tries cannot pass together.
 *
 * @returns one state for each key, or only that of the limit that refuses
 */
export async function countTry(tx: Transaction, _actor: Actor, keys: LimitKey[]): Promise<CountedTry[]> {
  const counted: CountedTry[] = [];
  for (const { name, key: usual, ifMarked } of keys) {
    const key = ifMarked && (await hasTry(tx, ifMarked.mark, tx.now)) ? ifMarked.key : usual;
    const stored = await lockTries(tx, key);
    const before = withoutFutureTime(stored, tx.now);
    const refused = pauseLeft(before, tryLimits[name], tx.now) > 0;
    const tries = refused ? before : addTry(before, tryLimits[name], tx.now);
    const verdict = { refused, limit: limitOf(name, tries, tx.now), key, tries };
    if (refused) {
      if (before !== stored) await keepTries(tx, key, before);
      return [verdict];
    }
    counted.push(verdict);
  }
  for (const { key, tries } of counted) await keepTries(tx, key, tries);
  return counted;
}

/** After a successful login: the counter to clear, the try to uncount, and a mark that lasts for `days`. */
export type Success = {
  forget: Pick<CountedTry, 'key' | 'tries'>;
  uncount: { key: string; name: TryLimitName };
  mark: { key: string; days: number };
};

export async function noteSuccess(tx: Transaction, _actor: Actor, { forget, uncount, mark }: Success): Promise<void> {
  await keepTries(tx, uncount.key, removeTry(await lockTries(tx, uncount.key), tryLimits[uncount.name]));
  // The login does not wait for this, so a later failure may have been counted already. Then the counter stays.
  await deleteTries(tx, forget.key, forget.tries.at);
  await keepTries(tx, mark.key, { debt: 0, at: tx.now }, tx.now + mark.days * 86_400_000);
}
