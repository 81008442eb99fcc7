import type { Awaitable } from '../../model/awaitable.ts';
import type { Store } from '../../store/store.ts';

/** The pause between two lookups, and their time limit, in ms, so that adding thousands of records does not keep slow reads busy. */
const pauseMs = 150;

const maxIds = 5;

/** When the last lookup of a kind began, by `performance.now()`. */
const lastLookup = { artist: new WeakMap<Store, number>(), album: new WeakMap<Store, number>() };

/**
 * The ids of up to five likely duplicates of a record to be added. The result is empty if another lookup of its kind began within
 * 150 ms, or if this one takes longer or fails: adding a record must not depend on it, so it ends before the write begins.
 */
export async function duplicatesBeforeAdding(
  store: Store,
  kind: keyof typeof lastLookup,
  lookup: () => Awaitable<{ id: bigint }[]>,
): Promise<bigint[]> {
  const now = performance.now();
  if (now - (lastLookup[kind].get(store) ?? Number.NEGATIVE_INFINITY) < pauseMs) return [];
  lastLookup[kind].set(store, now);
  const found = (async () => lookup())().then(
    (records) => records.slice(0, maxIds).map(({ id }) => id),
    () => [],
  );
  return Promise.race([found, Bun.sleep(pauseMs).then(() => [])]);
}
