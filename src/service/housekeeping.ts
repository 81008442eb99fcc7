import { system } from '../model/actor.ts';
import { leftovers } from '../operations/housekeeping.ts';
import { writes } from '../operations/writes.ts';
import { type Repeated, repeat } from '../process/repeat.ts';
import type { Store } from '../store/store.ts';

const period = 3_600_000;

/**
 * Has what nobody needs any more removed, from the start and then once an hour. It is done in small steps, between
 * which the changes of others have their turn.
 *
 * @param isOver whether the service stops, which no further step holds up
 */
export function startHousekeeping(store: Pick<Store, 'write'>, isOver: () => boolean, onError: (error: unknown) => void): Repeated {
  return repeat(() => tidy(store, isOver), period, onError, 0);
}

export async function tidy(store: Pick<Store, 'write'>, isOver: () => boolean): Promise<void> {
  for (const what of leftovers) while (!isOver() && (await store.write(writes.tidyUp, system, what)));
  await sortRecords(store, isOver);
}

/** Makes what records are sorted by where the store of an earlier version has none. */
export async function sortRecords(store: Pick<Store, 'write'>, isOver: () => boolean): Promise<void> {
  while (!isOver() && (await store.write(writes.fillOrders, system, null)));
}
