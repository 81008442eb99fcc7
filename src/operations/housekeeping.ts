import { type Actor, demand } from '../model/actor.ts';
import { deleteExpiredLinks, deleteOldSessions, deleteRevokedKeys } from '../store/housekeeping.ts';
import type { Transaction } from '../store/store.ts';

/** How long logins that are over and keys that were revoked are kept, in ms. */
const keptFor = 30 * 24 * 3_600_000;
/** Changes of others wait while one step is made. */
const atOnce = 500;

/**
 * Removes some of what nobody needs any more: logins that were over 30 days ago with their keys, lasting keys that were
 * revoked as long ago, and links that have expired. Several nodes may do it at once.
 *
 * @returns whether there may be more
 */
export async function tidyUp(tx: Transaction, actor: Actor, _input: null): Promise<boolean> {
  demand(actor, 'administer');
  await deleteExpiredLinks(tx);
  await deleteRevokedKeys(tx, tx.now - keptFor);
  return (await deleteOldSessions(tx, tx.now - keptFor, atOnce)) === atOnce;
}
