import type { Actor } from '../model/actor.ts';
import { outcomeLifetime } from '../model/idempotencyKey.ts';
import { type Leftover, leftovers, removeLeftovers } from '../store/housekeeping.ts';
import type { Transaction } from '../store/store.ts';

export { type Leftover, leftovers };

const day = 24 * 3_600_000;

/** How long expired rows stay in the store, in ms. */
const keptFor: Record<Leftover, number> = {
  'expired links': 0,
  'ended logins': 30 * day,
  'expired logins': 30 * day,
  'revoked keys': 30 * day,
  'old events': 365 * day,
  'old idempotency keys': outcomeLifetime,
  'expired counters of tries': 0,
  'inputs of ended jobs': 0,
  'files of ended jobs': 7 * day,
  'ended jobs': 7 * day,
};

/** The most rows that one step deletes. Other changes wait during a step. */
const maxRows = 200;

/** Deletes expired rows of a kind, and the keys of a deleted login. Several nodes may do it at once. @returns whether there may be more */
export async function tidyUp(tx: Transaction, _actor: Actor, kind: Leftover): Promise<boolean> {
  return (await removeLeftovers(tx, kind, tx.now - keptFor[kind], maxRows)) === maxRows;
}
