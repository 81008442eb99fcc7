import type { BunRequest, Server } from 'bun';
import type { Context, Hono } from 'hono';
import { invalidInput } from '../model/problem.ts';
import type { AppEnv } from './requestLog.ts';

type Answer = (request: Request, server: Server<undefined>, respelled: boolean) => Promise<Response>;

/**
 * The handlers for a server. What the runtime calls the URL of a request is not what was sent: `\` has become `/`, and dot
 * segments are gone, so a proxy in front may have judged another path. The runtime's own router sees what was sent, and so
 * tells the requests whose target is spelled as the paths of the program are.
 *
 * @param prefix the path of the public URL, which may stand before each path
 */
export function targetHandlers(app: Hono<AppEnv>, prefix: string, answer: Answer) {
  const paths = app.routes.map(({ path }) => path).filter((path) => !path.includes('*'));
  const spellings = ['/', prefix || '/', `${prefix}/`, ...paths.flatMap((path) => [path, prefix + path])];
  const handle = (request: BunRequest, server: Server<undefined>) =>
    answer(request, server, Object.values(request.params).some(isRespelled));
  return {
    routes: Object.fromEntries(spellings.map((path) => [path, handle])),
    fetch: (request: Request, server: Server<undefined>) => answer(request, server, true),
  };
}

/** Whether the URL parser would take a parameter, read with its escapes undone, for something else. */
function isRespelled(parameter: string): boolean {
  return parameter === '.' || parameter === '..' || parameter.includes('\\') || parameter.includes('#');
}

/** @throws Problem `invalid-input` where the path of a request that was found is not spelled so */
export function demandPlainTarget(c: Context<AppEnv>): void {
  if (!c.env.respelled) return;
  const detail = 'must be written as it is documented: without backslashes, dot segments, fragments and escaped letters';
  throw invalidInput([{ pointer: '/path', detail }]);
}
