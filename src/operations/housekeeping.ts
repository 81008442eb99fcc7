import { type Actor, demand } from '../model/actor.ts';
import { deleteExpiredLinks, deleteOldEvents, deleteOldSessions, deleteRevokedKeys } from '../store/housekeeping.ts';
import type { Transaction } from '../store/store.ts';

/** How long logins that are over and keys that were revoked are kept, in ms. */
const keptFor = 30 * 24 * 3_600_000;
/** How long it is kept what happened to accounts, in ms. */
const eventsKeptFor = 365 * 24 * 3_600_000;
/** Changes of others wait while one step is made. */
const atOnce = 500;

/**
 * Removes some of what nobody needs any more: logins that were over 30 days ago with their keys, lasting keys that were
 * revoked as long ago, links that have expired, and what happened to accounts a year ago. Several nodes may do it at once.
 *
 * @returns whether there may be more
 */
export async function tidyUp(tx: Transaction, actor: Actor, _input: null): Promise<boolean> {
  demand(actor, 'administer');
  await deleteExpiredLinks(tx);
  await deleteRevokedKeys(tx, tx.now - keptFor);
  const sessions = await deleteOldSessions(tx, tx.now - keptFor, atOnce);
  const events = await deleteOldEvents(tx, tx.now - eventsKeptFor, atOnce);
  return sessions === atOnce || events === atOnce;
}
