import type { Awaitable } from '../model/awaitable.ts';
import type { Log } from '../process/log.ts';
import type { Exchange } from './exchange.ts';

/** Called for every answered request, with how many ms it took. */
export type RequestObserver = (exchange: Exchange, status: number, ms: number) => void;

/** Wraps the answer to each request. */
export type Around = (exchange: Exchange, answer: () => Awaitable<Response>) => Awaitable<Response>;

/**
 * Writes one line about a request. The line names the path as far as a pattern knows it, never the query, a header or a
 * body: those are where secrets travel.
 */
export function requestLog(log: Log): RequestObserver {
  return (exchange, status, ms) => {
    const { id, error, pattern, actor } = exchange;
    if (error) log.events.error({ id, err: error }, 'request failed');
    log.request({
      id,
      method: exchange.method,
      path: loggablePath(exchange),
      status,
      ms,
      ip: exchange.address,
      account: actor?.accountId,
      probe: status < 400 && (pattern === '/livez' || pattern === '/readyz'),
    });
  };
}

/**
 * The path where its parameters are plain numbers, else the pattern: what else stands there may be a secret. Nothing where no
 * pattern has it.
 */
export function loggablePath(exchange: Exchange): string | undefined {
  const { pattern, params } = exchange;
  if (!pattern?.includes(':')) return pattern;
  for (const name in params) if (!/^-?\d{1,19}$/.test(params[name] ?? '')) return pattern;
  return exchange.path;
}
