import type { MiddlewareHandler } from 'hono';
import { invalidInput, Problem } from '../model/problem.ts';
import type { Limits } from './limits.ts';
import type { AppEnv } from './requestLog.ts';

/** One name or address with a port (RFC 9112 §3.2); the parser lets anything pass, and joins two fields with a comma. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?$/i;
const maxTargetBytes = 8192;

/** Counts requests of the API, and refuses targets that are too long (RFC 9112 §3). The parser itself refuses header blocks over 16 KiB or 198 fields. */
export const requestLimits =
  (limits: Limits): MiddlewareHandler<AppEnv> =>
  async (c, next) => {
    const { url, method, path } = c.req;
    // A browser cannot read the answer to its preflight, so it is not counted.
    if (path.startsWith('/api/') && method !== 'OPTIONS') await limits.admit(c);
    const host = c.req.raw.headers.get('host');
    if (host !== null && !hostPattern.test(host)) throw invalidInput([{ pointer: '/Host', detail: 'must be one host name or address' }]);
    if (url.length - (url.startsWith('/') ? 0 : url.indexOf('/', 8)) > maxTargetBytes)
      throw new Problem('uri-too-long', `Path and query may have at most ${maxTargetBytes} bytes together.`);
    await next();
  };
