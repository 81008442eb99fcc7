import { type Awaitable, after } from '../model/awaitable.ts';
import { readEdition } from '../operations/generation.ts';
import { createCache } from './cache.ts';
import { taggedReply } from './contentReply.ts';
import type { RequestContext } from './requestContext.ts';
import type { Reply } from './route.ts';
import type { Services } from './services.ts';

/** Bytes of all cached answers of a thread, and of one answer beyond its texts. */
const maxBytes = 4 * 2 ** 20;
const overhead = 500;
/** Addresses that were asked for once, and characters of one. */
const maxAsked = 1_000;
const maxAddress = 500;

type CachedReply = { body: string; headers: Record<string, string> };

/**
 * Gives the cached answer to a GET, or makes it; only for answers that are the same for everybody. An answer is cached when its address
 * is asked for again. A page that `next` leads to is never cached, so a walk through all pages evicts nothing.
 *
 * The store's generation is read first, so an answer made of an older one is never given. On PostgreSQL nothing is cached: reading the
 * generation costs as much as a page.
 */
export function createCachedReplies({ store, config }: Services): (ctx: RequestContext, make: () => Awaitable<Reply>) => Awaitable<Reply> {
  if (config.database.engine !== 'sqlite') return (_, make) => make();
  const cache = createCache<CachedReply>(maxBytes);
  const asked = new Set<string>();

  /** @returns whether it was asked for before */
  function noteAsked(key: string): boolean {
    if (asked.has(key)) return true;
    if (key.length > maxAddress) return false;
    if (asked.size >= maxAsked) asked.clear();
    asked.add(key);
    return false;
  }

  return (ctx, make) => {
    if (ctx.search.includes('after=')) return make();
    const key = ctx.path + ctx.search;
    return after(store.read(readEdition, null), (generation) => {
      const found = cache.find(key, generation);
      if (found) return taggedReply(found.body, ctx.headers, found.headers);
      return after(make(), (reply) => {
        const body = reply.body ?? reply.unsentBody;
        if (body !== undefined && reply.headers && noteAsked(key)) {
          const texts = [key, body, ...Object.values(reply.headers)];
          cache.put(key, generation, { body, headers: reply.headers }, 2 * texts.join('').length + overhead);
        }
        return reply;
      });
    });
  };
}
