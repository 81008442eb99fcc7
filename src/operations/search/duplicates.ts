import type { Artist } from '../../model/artist.ts';
import type { Caller } from '../../store/slowReads.ts';
import type { Read, Store } from '../../store/store.ts';

/** Ms between two looks, and the most that one is waited for: adding thousands of artists must not keep a thread of slow reads busy. */
const pause = 150;

/** Ids that one look gives. */
const maxNamed = 5;

/** When the last look in a store began. */
const lastLook = new WeakMap<Store, number>();

/**
 * Ids of up to five artists that one about to be added likely duplicates. None where another look began within 150 ms, and where this one takes
 * longer or fails: adding an artist must not depend on it, so it ends before the write begins.
 *
 * @param look `findDuplicates` of the table of reads
 */
export async function duplicatesBeforeAdding(
  store: Store,
  look: Read<{ name: string }, Artist[]>,
  name: string,
  caller: () => Caller,
): Promise<bigint[]> {
  const now = performance.now();
  if (now - (lastLook.get(store) ?? Number.NEGATIVE_INFINITY) < pause) return [];
  lastLook.set(store, now);
  const looking = store.readSlow(look, { name }, caller()).then(
    (found) => found.slice(0, maxNamed).map(({ id }) => id),
    () => [],
  );
  return Promise.race([looking, Bun.sleep(pause).then(() => [])]);
}
