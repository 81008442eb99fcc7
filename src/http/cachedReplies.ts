import { type Awaitable, after } from '../model/awaitable.ts';
import { readEdition } from '../operations/generation.ts';
import { taggedReply } from './contentReply.ts';
import { createKept } from './kept.ts';
import type { RequestContext } from './requestContext.ts';
import type { Reply } from './route.ts';
import type { Services } from './services.ts';

/** What all answers that a thread keeps may take, in bytes, and what one takes beyond its texts. */
const most = 4 * 2 ** 20;
const overhead = 500;
/** Addresses that are remembered as asked for, and characters of one: a longer one is not kept. */
const maxAsked = 1_000;
const longest = 500;

type KeptReply = { body: string; headers: Record<string, string> };

/**
 * Gives the answer to a GET that is the same for all who ask for its address, as it is kept, or has it made. One is kept from the
 * second time that somebody asks for it, and a page that `next` leads to is not, so that a walk through all pages puts nothing aside
 * and takes no longer.
 *
 * The store's generation is read before: an answer that was made of an older one is never given. On PostgreSQL to ask for the generation costs
 * as much as a page.
 */
export function createCachedReplies({ store, config }: Services): (ctx: RequestContext, make: () => Awaitable<Reply>) => Awaitable<Reply> {
  if (config.database.engine !== 'sqlite') return (_, make) => make();
  const kept = createKept<KeptReply>(most);
  const asked = new Set<string>();

  /** @returns whether it was asked for before */
  function noteAsked(key: string): boolean {
    if (asked.has(key)) return true;
    if (key.length > longest) return false;
    if (asked.size >= maxAsked) asked.clear();
    asked.add(key);
    return false;
  }

  return (ctx, make) => {
    if (ctx.search.includes('after=')) return make();
    const key = ctx.path + ctx.search;
    return after(store.read(readEdition, null), (generation) => {
      const found = kept.find(key, generation);
      if (found) return taggedReply(found.body, ctx.headers, found.headers);
      return after(make(), (reply) => {
        const body = reply.body ?? reply.unsentBody;
        if (body !== undefined && reply.headers && noteAsked(key)) {
          const texts = [key, body, ...Object.values(reply.headers)];
          kept.keep(key, generation, { body, headers: reply.headers }, 2 * texts.join('').length + overhead);
        }
        return reply;
      });
    });
  };
}
