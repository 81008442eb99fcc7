import type { Actor } from '../model/actor.ts';
import type { Limit } from '../model/limit.ts';
import { addTry, countTries, forgottenAt, type Pace, pauseAfter, pauseLeft, settle, type Tries, takeBack } from '../model/pace.ts';
import { tooMany } from '../model/problem.ts';
import type { Transaction } from '../store/store.ts';
import { dropTries, hasTry, keepTries, lockTries, sweepTries } from '../store/tries.ts';

/** What counts a try, and where. All keys are digests, since they are in the store. */
export type Gate = {
  name: string;
  key: string;
  pace: Pace;
  /** Where this mark was left by a success, its own key counts instead. */
  unless?: { mark: string; key: string };
};

/** A gate that was passed, or with `wait` (ms) the one that was closed; the tries have this one among them where it was passed. */
export type Passage = { name: string; key: string; pace: Pace; tries: Tries; count: number; wait: number };

/**
 * Counts a try at all gates, or, where one is closed, at none: then nothing of it is kept. It is counted before anybody
 * knows how it ends, so that tries at the same time do not slip through together.
 *
 * @returns what was passed; the last has a `wait` where it was closed
 */
export async function passGates(tx: Transaction, _actor: Actor, gates: Gate[]): Promise<Passage[]> {
  const passed: Passage[] = [];
  for (const { name, key: usual, pace, unless } of gates) {
    const key = unless && (await hasTry(tx, unless.mark, tx.now)) ? unless.key : usual;
    const kept = await lockTries(tx, key);
    const before = settle(kept, tx.now);
    const wait = pauseLeft(before, pace, tx.now);
    if (wait > 0) {
      if (before !== kept) await keepTries(tx, key, before, forgottenAt(before));
      return [{ name, key, pace, tries: before, count: countTries(before, pace, tx.now), wait }];
    }
    const tries = addTry(before, pace, tx.now);
    passed.push({ name, key, pace, tries, count: countTries(tries, pace, tx.now), wait });
  }
  for (const { key, tries } of passed) await keepTries(tx, key, tries, forgottenAt(tries));
  return passed;
}

/** @returns what the gates that were passed tell @throws Problem `too-many-requests` that tells the one that was closed */
export function requirePassed(passages: Passage[]): Limit[] {
  const limits = passages.map(toLimit);
  const wait = waitOf(passages);
  if (wait > 0) throw tooMany('This was tried too often.', Math.ceil(wait / 1000), 'The pause grows with each further try.', limits);
  return limits;
}

/** How long the gate that was closed stays so, in ms; 0 where all were passed. */
export function waitOf(passages: Passage[]): number {
  return passages.at(-1)?.wait ?? 0;
}

function toLimit({ name, pace, tries, count, wait }: Passage): Limit {
  const { free, forgive } = pace;
  const left = wait > 0 ? 0 : Math.max(0, free - count);
  const reset = wait > 0 ? Math.ceil(wait / 1000) : left > 0 ? Math.ceil(tries.debt / 1000) : pauseAfter(count, pace);
  return { name, quota: free, window: free * forgive, left, reset };
}

/** What follows a success: passages whose tries are forgotten, tries to take one from, and a mark to leave for `days`. */
export type Success = {
  forget: Pick<Passage, 'key' | 'tries'>[];
  giveBack: { key: string; pace: Pace }[];
  mark: { key: string; days: number };
};

export async function noteSuccess(tx: Transaction, _actor: Actor, { forget, giveBack, mark }: Success): Promise<void> {
  for (const { key, pace } of giveBack) {
    const tries = takeBack(await lockTries(tx, key), pace);
    await keepTries(tx, key, tries, forgottenAt(tries));
  }
  // The login does not wait for this, so a later failure may be counted already. That one stays.
  for (const { key, tries } of forget) await dropTries(tx, key, tries.at);
  await keepTries(tx, mark.key, { debt: 0, at: tx.now }, tx.now + mark.days * 86_400_000);
}

/** @param most counts to keep; those go first that are forgotten first, so no flood takes away a long row of failures */
export function forgetOldTries(tx: Transaction, _actor: Actor, most: number): Promise<void> {
  return sweepTries(tx, most);
}
