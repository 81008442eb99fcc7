import type { Actor } from '../model/actor.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import type { Transaction } from '../store/store.ts';

/** Records of one step, during which other changes wait. */
const atOnce = 200;

/**
 * Makes the sort keys of some records that have none: records of an earlier version, or of a move. Several nodes may do it at once.
 *
 * @returns whether more such records may exist
 */
export async function fillOrders(tx: Transaction, _actor: Actor, _input: null): Promise<boolean> {
  for (const table of [artists, albums]) if ((await table.fillOrders(tx, atOnce)) === atOnce) return true;
  return false;
}
