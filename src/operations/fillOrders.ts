import type { Actor } from '../model/actor.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import type { Transaction } from '../store/store.ts';

/** Changes of others wait while one step is made. */
const atOnce = 200;

/**
 * Makes the sort keys of some records that have none: those that an earlier version wrote, or that a move brought. Several
 * nodes may do it at once.
 *
 * @returns whether there may be more of them
 */
export async function fillOrders(tx: Transaction, _actor: Actor, _input: null): Promise<boolean> {
  for (const table of [artists, albums]) if ((await table.fillOrders(tx, atOnce)) === atOnce) return true;
  return false;
}
