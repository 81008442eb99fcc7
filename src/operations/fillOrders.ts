import type { Actor } from '../model/actor.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import type { Transaction } from '../store/store.ts';

/** The most records that one transaction fills; other changes wait for it. */
const atOnce = 200;

/**
 * Fills in the sort keys of some records that lack them, such as after an upgrade or a move. Several nodes may do it at once.
 *
 * @returns whether more such records may exist
 */
export async function fillOrders(tx: Transaction, _actor: Actor, _input: null): Promise<boolean> {
  for (const table of [artists, albums]) if ((await table.fillOrders(tx, atOnce)) === atOnce) return true;
  return false;
}
