import type { Awaitable } from '../model/awaitable.ts';
import { createAnswerCache } from './answerCache.ts';
import type { RequestContext } from './requestContext.ts';
import type { Reply } from './route.ts';
import type { Services } from './services.ts';

/** The most bytes of all cached replies of a thread. */
const maxBytes = 4 * 2 ** 20;
/** The bytes of one reply beside its texts. */
const overhead = 1_500;

/**
 * Returns the cached reply to a GET, or makes one. A page that `next` leads to is never cached, so a walk through all pages evicts nothing.
 * On PostgreSQL nothing is cached: reading the generation takes as long as reading a page.
 */
export function createCachedReplies({ store, config }: Services): (ctx: RequestContext, make: () => Awaitable<Reply>) => Awaitable<Reply> {
  if (config.database.engine !== 'sqlite') return (_, make) => make();
  const cache = createAnswerCache<Reply>(store, maxBytes, ({ body = '', headers }) =>
    headers?.ETag ? 2 * (body.length + Object.values(headers).join('').length) + overhead : undefined,
  );
  return ({ path, search }, make) => (search.includes('after=') ? make() : cache.take(path + search, make));
}
