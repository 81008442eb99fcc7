import { type Server, serve } from 'bun';
import type { App } from '../app.ts';
import type { Config } from '../config/config.ts';
import { cannotListen } from '../config/listening.ts';
import { maxDiscarded } from '../http/body.ts';
import { answerAtStart } from '../http/health.ts';
import type { Destination, RequestContext } from '../http/requestContext.ts';
import { type Awaitable, orElse } from '../model/awaitable.ts';
import { StartRefused } from '../model/startRefused.ts';
import type { OperatorSocket } from '../operator/server.ts';
import { startCommand } from '../version.ts';

/** How long current requests may take when the service stops, in ms. */
const drainTime = 6_000;
/**
 * Time limit for a client to send a head, to read an answer, or to send the next request, in s. The parser counts from the first byte,
 * checks every 4 s, and allows 12 s for the first head of a connection.
 */
const clientTime = 10;
/**
 * Time limit for a client to read something of a stream, in s. The server sends a comment into a stream every 8 s, and notices a client
 * that has gone before the second comment. The parser closes the connection 12 to 16 s after the client last read bytes.
 */
const streamTime = 16;
/** Time limit for an answer, in s: a statement may take 30 s, after a wait for a connection. */
const answerTime = 40;

type Address = Pick<Config, 'host' | 'port' | 'prefix' | 'threads' | 'maxImport'>;

/** Listens before the service is ready; until then `/livez` works and all other paths answer 503. @throws StartRefused */
export function listenFirst(address: Address): Server<undefined> {
  // Tries the port without `reusePort` first: with it, another service could share the port.
  if (address.threads > 1 && address.port !== 0) listenOn({ ...address, threads: 1 }).stop(true);
  return listenOn(address);
}

/** Listens on the port that all threads share. @throws StartRefused */
export function listenOn({ host, port, prefix, threads, maxImport }: Address): Server<undefined> {
  try {
    return serve({
      hostname: host,
      port,
      maxRequestBodySize: maxImport + maxDiscarded,
      idleTimeout: clientTime,
      reusePort: threads > 1,
      development: false,
      fetch: (request) => answerAtStart(request, prefix),
    });
  } catch (error) {
    const { code } = error as Error & { code?: string };
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} on ${host} is in use. Stop what uses it, or choose another: PORT=${port + 1} ${startCommand}`);
    throw cannotListen('HOST', host, port, error as Error);
  }
}

/** The parser's time limit is for slow clients. A connection that waits for our answer gets a longer one. */
export function answerInTime(app: Pick<App, 'open' | 'answer'>) {
  return (request: Request, server: Server<undefined>, respelled: boolean, destination?: Destination): Awaitable<Response> => {
    const ctx = app.open(request, { server, respelled }, destination);
    const answer = orElse(
      () => app.answer(ctx),
      (error) => Promise.reject(error),
    );
    return answer instanceof Promise ? inTime(answer, ctx, server) : finish(answer, ctx.delay, ctx.afterwards);
  };
}

async function inTime(answer: Promise<Response>, ctx: RequestContext, server: Server<undefined>): Promise<Response> {
  const { request } = ctx;
  server.timeout(request, answerTime);
  try {
    return await finish(await answer, ctx.delay, undefined);
  } finally {
    ctx.afterwards?.();
    server.timeout(request, ctx.streams ? streamTime : clientTime);
  }
}

/**
 * Delays an answer. An answer made without a promise keeps no other object of its request alive meanwhile, since an object that survives
 * one garbage collection stays until the next full one.
 */
function finish(response: Response, delay: number, afterwards: (() => void) | undefined): Awaitable<Response> {
  if (delay === 0) {
    afterwards?.();
    return response;
  }
  return new Promise((resolve) => {
    setTimeout(() => {
      afterwards?.();
      resolve(response);
    }, delay);
  });
}

/** Lets current requests finish, for a limited time. */
export async function drain(server: Server<undefined>, socket: OperatorSocket | undefined): Promise<void> {
  const finished = Promise.all([server.stop(), socket?.close()]);
  await Promise.race([finished, Bun.sleep(drainTime)]);
  await server.stop(true);
}
