import type { Artist } from '../../model/artist.ts';
import type { Caller } from '../../store/slowReads.ts';
import type { Read, Store } from '../../store/store.ts';

/**
 * The pause between two lookups, and the time limit of one, in ms: adding thousands of artists must not keep a thread of slow reads busy.
 */
const pauseMs = 150;

const maxIds = 5;

/** When the last lookup began, by `performance.now()`. */
const lastLookup = new WeakMap<Store, number>();

/**
 * Ids of up to five artists that one about to be added likely duplicates. The result is empty if another lookup began within 150 ms, or if
 * this one takes longer or fails: adding an artist must not depend on it, so it ends before the write begins.
 *
 * @param lookup `findDuplicates` of the table of reads
 */
export async function duplicatesBeforeAdding(
  store: Store,
  lookup: Read<{ name: string }, Artist[]>,
  name: string,
  caller: () => Caller,
): Promise<bigint[]> {
  const now = performance.now();
  if (now - (lastLookup.get(store) ?? Number.NEGATIVE_INFINITY) < pauseMs) return [];
  lastLookup.set(store, now);
  const found = store.readSlow(lookup, { name }, caller()).then(
    (artists) => artists.slice(0, maxIds).map(({ id }) => id),
    () => [],
  );
  return Promise.race([found, Bun.sleep(pauseMs).then(() => [])]);
}
