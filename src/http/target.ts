import type { BunRequest, Server } from 'bun';
import type { Awaitable } from '../model/awaitable.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import type { Destination, RequestContext } from './requestContext.ts';

/** @param destination the route that the runtime's router found */
type Answer = (request: Request, server: Server<undefined>, respelled: boolean, destination?: Destination) => Awaitable<Response>;

/**
 * The handlers for a server. The runtime normalises the URL of a request: `\` becomes `/`, and dot segments vanish, so a proxy in front may
 * have judged another path. The runtime's own router sees the target as it was sent, and finds only targets in normal spelling.
 *
 * @param prefix the path of the public URL, which may stand before each path
 */
export function targetHandlers(patterns: string[], prefix: string, answer: Answer) {
  const handlerAt = (pattern: string) => (request: BunRequest, server: Server<undefined>) => {
    const { params } = request;
    return answer(request, server, Object.values(params).some(isRespelled), { pattern, params });
  };
  const spellings = (pattern: string) => [pattern, prefix + pattern, ...(pattern === '/' ? [prefix || '/'] : [])];
  return {
    routes: Object.fromEntries(patterns.flatMap((pattern) => spellings(pattern).map((path) => [path, handlerAt(pattern)]))),
    fetch: (request: Request, server: Server<undefined>) => answer(request, server, true),
  };
}

/** Whether the URL parser would change a decoded parameter. */
function isRespelled(parameter: string): boolean {
  return parameter === '.' || parameter === '..' || parameter.includes('\\') || parameter.includes('#');
}

/** @throws Problem `invalid-input` where the target was normalised */
export function requirePlainTarget({ respelled }: RequestContext): void {
  if (!respelled) return;
  const detail = 'must be written as it is documented: without backslashes, dot segments, fragments and escaped letters';
  throw invalidInput(fieldError('/path', 'technical', detail));
}
