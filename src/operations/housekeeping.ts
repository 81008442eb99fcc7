import type { Actor } from '../model/actor.ts';
import { keptFor as keptForRetries } from '../model/idempotencyKey.ts';
import { type Leftover, leftovers, removeLeftovers } from '../store/housekeeping.ts';
import type { Transaction } from '../store/store.ts';

export { type Leftover, leftovers };

const day = 24 * 3_600_000;

/** How long rows stay in the store after their time, in ms. */
const keptFor: Record<Leftover, number> = {
  'expired links': 0,
  'ended logins': 30 * day,
  'expired logins': 30 * day,
  'revoked keys': 30 * day,
  'old events': 365 * day,
  'old idempotency keys': keptForRetries,
  'ended tries': 0,
};

/** Changes of others wait while one step is made. */
const atOnce = 200;

/**
 * Removes some of what nobody needs any more; the keys of a login go with it. Several nodes may do it at once.
 *
 * @returns whether there may be more of it
 */
export async function tidyUp(tx: Transaction, _actor: Actor, what: Leftover): Promise<boolean> {
  return (await removeLeftovers(tx, what, tx.now - keptFor[what], atOnce)) === atOnce;
}
