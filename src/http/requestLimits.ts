import type { MiddlewareHandler } from 'hono';
import { identify } from '../auth/credential.ts';
import { invalidInput, Problem } from '../model/problem.ts';
import { credentialsAt } from './credential.ts';
import { HttpProblem } from './httpProblem.ts';
import { type AppEnv, routeOf } from './requestLog.ts';
import type { Services } from './services.ts';
import { demandPlainTarget } from './target.ts';

/** One name or address with a port (RFC 9112 §3.2); the parser lets anything pass, and joins two fields with a comma. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?$/i;
const maxTargetBytes = 8192;
/** More than may wait for the store and for hashing together, so that what fills it is bodies that do not arrive. */
const maxUnderWay = 12_000;

/**
 * Counts requests of the API and of pages, and refuses those past what may be under way at once and targets that are too long (RFC 9112
 * §3). The parser itself refuses header blocks over 16 KiB or 198 fields.
 */
export const requestLimits =
  (services: Services): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    if ((c.env.server?.pendingRequests ?? 0) > maxUnderWay) throw crowded();
    const { url, method, path } = c.req;
    // A browser cannot read the answer to its preflight, so it is not counted.
    if (!isFree(path) && method !== 'OPTIONS') {
      const client = services.limits.clientOf(c.get('address'));
      c.set('client', client);
      await services.limits.admit(client, () => identify(credentialsAt(path, c.req.raw.headers), services));
    }
    if (!hostPattern.test(c.req.raw.headers.get('host') ?? ''))
      throw invalidInput([{ pointer: '/Host', detail: 'must be one host name or address' }]);
    if (url.length - (url.startsWith('/') ? 0 : url.indexOf('/', 8)) > maxTargetBytes)
      throw new Problem('uri-too-long', `Path and query may have at most ${maxTargetBytes} bytes together.`);
    if (c.env.respelled && routeOf(c) !== undefined) demandPlainTarget(c);
    await next();
  };

/** What costs next to nothing, and what must answer whatever else is asked. */
function isFree(path: string): boolean {
  return path.startsWith('/assets/') || path === '/livez' || path === '/readyz';
}

function crowded(): Problem {
  return new HttpProblem(
    'unavailable',
    'Too many requests are under way; nothing was changed.',
    { Connection: 'close' },
    { retryAfter: 1 },
  );
}
