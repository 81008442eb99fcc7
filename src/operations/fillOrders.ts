import type { Actor } from '../model/actor.ts';
import { artists } from '../store/artist.ts';
import type { Transaction } from '../store/store.ts';

/** Changes of others wait while one step is made. */
const atOnce = 200;

/**
 * Makes what artists are sorted by for some that do not have it: those that an earlier version wrote, or that a move brought. Several
 * nodes may do it at once.
 *
 * @returns whether there may be more of them
 */
export async function fillOrders(tx: Transaction, _actor: Actor, _input: null): Promise<boolean> {
  return (await artists.fillOrders(tx, atOnce)) === atOnce;
}
