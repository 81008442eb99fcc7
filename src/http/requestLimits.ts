import { identify } from '../auth/credential.ts';
import type { Awaitable } from '../model/awaitable.ts';
import { fieldError, invalidInput, Problem } from '../model/problem.ts';
import { credentialsAt } from './credential.ts';
import { tooBusy } from './httpProblem.ts';
import { pathStart, type RequestContext } from './requestContext.ts';
import type { Services } from './services.ts';
import { requirePlainTarget } from './target.ts';

/** One name or address with a port, or nothing (RFC 9112 §3.2). The parser accepts anything, and joins two Host fields with a comma. */
const hostPattern = /^(?:\[[\da-f:.]+\]|[\w.-]*)(?::\d{0,5})?$/i;
const maxTargetBytes = 8192;
/** More than the limits of waiting reads and waiting hashes together, so only requests whose bodies do not arrive can exceed it. */
const maxUnderWay = 12_000;

/**
 * Counts requests of the API and of pages. Refuses them when too many are under way, or their target is too long (RFC 9112 §3). The
 * parser itself refuses header blocks over 16 KiB or 198 fields.
 *
 * @returns a function that counts and checks a request @throws Problem
 */
export function requestLimits(services: Services): (ctx: RequestContext) => Awaitable<void> {
  const { limits, config, tail } = services;
  return (ctx) => {
    // Open streams are not answered yet.
    if (ctx.underWay - tail.open() > maxUnderWay / config.threads) throw tooBusy('Too many requests are under way');
    const { client, method, headers, path } = ctx;
    // A preflight is not counted, since a browser cannot read the answer to it.
    const counts = !isFree(path) && method !== 'OPTIONS';
    const counted = counts ? limits.admit(client, () => identify(credentialsAt(path, headers), services)) : undefined;
    return counted ? counted.then(() => requireTarget(ctx)) : requireTarget(ctx);
  };
}

function requireTarget(ctx: RequestContext): void {
  const { url } = ctx;
  if (!hostPattern.test(ctx.headers.get('host') ?? ''))
    throw invalidInput(fieldError('/Host', 'technical', 'must be one host name or address'));
  if (url.length - pathStart(url) > maxTargetBytes)
    throw new Problem('uri-too-long', `Path and query may have at most ${maxTargetBytes} bytes together.`);
  if (ctx.pattern !== undefined) requirePlainTarget(ctx);
}

/** Static files cost almost nothing, and health checks must always be answered. */
function isFree(path: string): boolean {
  return path.startsWith('/assets/') || path === '/livez' || path === '/readyz';
}
