import type { keptPacked } from '../http/compressed.ts';

/** A page as it was made for everybody. */
export type KeptPage = { body: ReturnType<typeof keptPacked>; headers: Record<string, string> };

/** What all pages that are kept may take, in bytes, and what one takes with its key and headers. */
const most = 16 * 2 ** 20;
const overhead = 1_000;

/** What was made: a page that is the same for all, or an answer that is only for who asked. */
export type Made<A> = { page: KeptPage } | { answer: A };

export type KeptPages<A> = {
  /**
   * A page as it is kept, or made now. Who asks while it is made waits for it, so that many who want the same cost one.
   *
   * @param edition of what is committed, read before: a page that was made of an older one is never given
   */
  take(key: string, edition: string, make: () => Promise<Made<A>>): Promise<Made<A>>;
};

/** Pages in their order of use, up to a number of bytes; all go once anything in the store has changed. */
export function createKeptPages<A>(): KeptPages<A> {
  const pages = new Map<string, KeptPage>();
  const making = new Map<string, Promise<Made<A>>>();
  let current = '';
  let bytes = 0;

  function turnTo(edition: string): void {
    if (edition === current) return;
    current = edition;
    pages.clear();
    making.clear();
    bytes = 0;
  }

  function keep(key: string, page: KeptPage): void {
    pages.set(key, page);
    bytes += page.body.bytes + overhead;
    for (const [oldest, { body }] of pages) {
      if (bytes <= most) return;
      pages.delete(oldest);
      bytes -= body.bytes + overhead;
    }
  }

  function find(key: string): KeptPage | undefined {
    const page = pages.get(key);
    if (!page) return undefined;
    pages.delete(key);
    pages.set(key, page);
    return page;
  }

  return {
    async take(key, edition, make) {
      turnTo(edition);
      const kept = find(key);
      if (kept) return { page: kept };
      const others = making.get(key);
      const shared = others && (await others.catch(() => undefined));
      if (shared && 'page' in shared) return shared;
      const promise = make();
      making.set(key, promise);
      try {
        const made = await promise;
        if ('page' in made && edition === current && !pages.has(key)) keep(key, made.page);
        return made;
      } finally {
        if (making.get(key) === promise) making.delete(key);
      }
    },
  };
}
