import { createCache } from '../http/cache.ts';
import type { keptPacked } from '../http/compressed.ts';

/** A page as it was made for everybody. */
export type KeptPage = { body: ReturnType<typeof keptPacked>; headers: Record<string, string> };

/** What all pages that are kept may take, in bytes, and what one takes with its key and headers. */
const most = 16 * 2 ** 20;
const overhead = 1_000;

/** What was made: a page that is the same for all, or an answer that is only for who asked. */
export type Made<A> = { page: KeptPage } | { answer: A };

export type CachedPages<A> = {
  /**
   * A page as it is kept, or made now. Who asks while it is made waits for it, so that many who want the same cost one.
   *
   * @param generation of what is committed, read before: a page that was made of an older one is never given
   */
  take(key: string, generation: string, make: () => Promise<Made<A>>): Promise<Made<A>>;
};

/** Pages that are kept until anything in the store has changed. */
export function createCachedPages<A>(): CachedPages<A> {
  const pages = createCache<KeptPage>(most);
  const making = new Map<string, Promise<Made<A>>>();

  return {
    async take(key, generation, make) {
      const kept = pages.find(key, generation);
      if (kept) return { page: kept };
      const id = `${generation} ${key}`;
      const others = making.get(id);
      const shared = others && (await others.catch(() => undefined));
      if (shared && 'page' in shared) return shared;
      const promise = make();
      making.set(id, promise);
      try {
        const made = await promise;
        if ('page' in made) pages.put(key, generation, made.page, made.page.body.bytes + overhead);
        return made;
      } finally {
        if (making.get(id) === promise) making.delete(id);
      }
    },
  };
}
