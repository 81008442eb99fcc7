import { reads } from '../operations/reads.ts';
import { readGeneration } from '../store/generation.ts';
import type { Read, Store } from '../store/store.ts';

/** Numbers that take a scan of the whole store. */
export type Counts = ReturnType<typeof createCounts>;

export function createCounts(store: Store) {
  return { totals: throttledCount(store, reads.readTotals), statistics: throttledCount(store, reads.readStatistics) };
}

/** The pause before the next count, as a multiple of the time that the last one took. */
const pauseFactor = 100;

/** Counts again after the store has changed, but not before `pauseFactor` times the duration of the last count has passed. */
function throttledCount<O>(store: Store, read: Read<null, O>) {
  let last: { value: O; generation: string; until: number } | undefined;
  let counting: Promise<O> | undefined;

  async function count(generation: string): Promise<O> {
    const start = performance.now();
    // The slow read is attributed to no client, since several may wait for it.
    const value = await store.readSlow(read, null, { client: read.name, signal: new AbortController().signal });
    const end = performance.now();
    last = { value, generation, until: end + pauseFactor * (end - start) };
    return value;
  }

  return {
    async read(): Promise<O> {
      const generation = await store.read(readGeneration, null);
      if (last && (last.generation === generation || performance.now() < last.until)) return last.value;
      counting ??= count(generation).finally(() => {
        counting = undefined;
      });
      return counting;
    },
    /** Whether the store is unchanged since the last count, so that the next count has the same result. */
    async isCurrent(): Promise<boolean> {
      return last?.generation === (await store.read(readGeneration, null));
    },
  };
}
