import type { Actor } from '../model/actor.ts';
import { keptFor as keptForRetries } from '../model/idempotencyKey.ts';
import {
  deleteEndedSessions,
  deleteExpiredLinks,
  deleteExpiredSessions,
  deleteOldEvents,
  deleteOldIdempotencyKeys,
  deleteRevokedKeys,
} from '../store/housekeeping.ts';
import type { Transaction } from '../store/store.ts';
import { deleteEndedTries } from '../store/tries.ts';

/** Time that ended logins and revoked keys stay in the store, in ms. */
const keptFor = 30 * 24 * 3_600_000;
/** Time that events of accounts stay in the store, in ms. */
const eventsKeptFor = 365 * 24 * 3_600_000;
/** Changes of others wait while one step is made. */
const atOnce = 200;

/** A step each; it gives how many rows it removed. */
const steps = {
  'expired links': (tx: Transaction) => deleteExpiredLinks(tx, tx.now, atOnce),
  'ended logins': (tx: Transaction) => deleteEndedSessions(tx, tx.now - keptFor, atOnce),
  'expired logins': (tx: Transaction) => deleteExpiredSessions(tx, tx.now - keptFor, atOnce),
  'revoked keys': (tx: Transaction) => deleteRevokedKeys(tx, tx.now - keptFor, atOnce),
  'old events': (tx: Transaction) => deleteOldEvents(tx, tx.now - eventsKeptFor, atOnce),
  'old idempotency keys': (tx: Transaction) => deleteOldIdempotencyKeys(tx, tx.now - keptForRetries, atOnce),
  'ended tries': (tx: Transaction) => deleteEndedTries(tx, atOnce),
};
export type Leftover = keyof typeof steps;
export const leftovers = Object.keys(steps) as Leftover[];

/**
 * Removes some of what nobody needs any more: logins that were over 30 days ago with their keys, lasting keys that were
 * revoked as long ago, links and counts of tries whose time is over, what came of requests under a key a day ago, and what
 * happened to accounts a year ago. Several nodes may do it at once.
 *
 * @returns whether there may be more of it
 */
export async function tidyUp(tx: Transaction, _actor: Actor, what: Leftover): Promise<boolean> {
  return (await steps[what](tx)) === atOnce;
}
