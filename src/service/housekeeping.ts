import { system } from '../model/actor.ts';
import { writes } from '../operations/writes.ts';
import { type Repeated, repeat } from '../process/repeat.ts';
import { leftovers } from '../store/housekeeping.ts';
import type { Store } from '../store/store.ts';

const period = 3_600_000;

/**
 * Deletes expired rows, at the start and then once an hour. It works in small steps, so that other writes do not wait.
 *
 * @param isOver whether the service stops; then no further step begins
 */
export function startHousekeeping(store: Pick<Store, 'write'>, isOver: () => boolean, onError: (error: unknown) => void): Repeated {
  return repeat(() => tidy(store, isOver), period, onError, 0);
}

export async function tidy(store: Pick<Store, 'write'>, isOver: () => boolean): Promise<void> {
  for (const leftover of leftovers) while (!isOver() && (await store.write(writes.tidyUp, system, leftover)));
  // The store of an earlier version lacks sort keys.
  while (!isOver() && (await store.write(writes.fillOrders, system, null)));
}
