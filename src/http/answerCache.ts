import { type Awaitable, chain } from '../model/awaitable.ts';
import { readGeneration } from '../store/generation.ts';
import type { Store } from '../store/store.ts';

/** The most remembered keys of answers that were requested once. */
const maxRequested = 1_000;
/** The most characters of a remembered key. */
const maxKey = 500;

export type AnswerCache<T> = ReturnType<typeof createAnswerCache<T>>;

/**
 * Caches answers that are the same for everybody until the store changes. An answer is cached at its second request.
 *
 * @param maxBytes of all cached answers; the least recently used are evicted
 * @param bytesOf the size of an answer; undefined for an answer to one request only
 */
export function createAnswerCache<T>(store: Pick<Store, 'read'>, maxBytes: number, bytesOf: (answer: T) => number | undefined) {
  const cache = createCache<T>(maxBytes);
  const requested = new Set<string>();
  const inFlight = new Map<string, Promise<T>>();

  function isRequestedAgain(key: string): boolean {
    if (requested.has(key)) return true;
    if (key.length > maxKey) return false;
    if (requested.size >= maxRequested) requested.clear();
    requested.add(key);
    return false;
  }

  function makeNew(key: string, generation: string, make: () => Awaitable<T>): Awaitable<T> {
    const made = chain(make(), (answer) => {
      const bytes = bytesOf(answer);
      if (bytes !== undefined && isRequestedAgain(key)) cache.put(key, generation, answer, bytes);
      return answer;
    });
    return made instanceof Promise ? share(`${generation} ${key}`, made) : made;
  }

  async function share(id: string, made: Promise<T>): Promise<T> {
    inFlight.set(id, made);
    try {
      return await made;
    } finally {
      if (inFlight.get(id) === made) inFlight.delete(id);
    }
  }

  return {
    /**
     * Returns the cached answer, or makes a new one. The store's generation is read first, so the answer includes every change that was
     * confirmed before the request. Requests for an answer that is being made wait for it.
     */
    take: (key: string, make: () => Awaitable<T>): Awaitable<T> =>
      chain(store.read(readGeneration, null), (generation) => {
        const found = cache.find(key, generation);
        if (found !== undefined) return found;
        const pending = inFlight.get(`${generation} ${key}`)?.catch(() => undefined);
        if (!pending) return makeNew(key, generation, make);
        return pending.then((shared) => (shared !== undefined && bytesOf(shared) !== undefined ? shared : makeNew(key, generation, make)));
      }),
  };
}

/** A least-recently-used cache. `find` drops entries of an older generation, `put` ignores values of one. */
function createCache<T>(maxBytes: number) {
  const values = new Map<string, { value: T; bytes: number }>();
  let current = '';
  let total = 0;

  function drop(key: string): void {
    total -= values.get(key)?.bytes ?? 0;
    values.delete(key);
  }

  return {
    find(key: string, generation: string): T | undefined {
      if (generation !== current) {
        current = generation;
        values.clear();
        total = 0;
      }
      const found = values.get(key);
      if (!found) return undefined;
      values.delete(key);
      values.set(key, found);
      return found.value;
    },
    put(key: string, generation: string, value: T, bytes: number): void {
      if (generation !== current) return;
      drop(key);
      values.set(key, { value, bytes });
      total += bytes;
      for (const oldest of values.keys()) {
        if (total <= maxBytes) return;
        drop(oldest);
      }
    },
  };
}
