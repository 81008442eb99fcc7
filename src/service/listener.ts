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

/** Requests under way get this long to finish when the service stops, in ms. */
const drainTime = 6_000;
/**
 * What a client has for a request's head, and for reading the answer or sending the next request, in s. The parser counts
 * from the first moment, whatever trickles in, looks every 4 s, and gives the first head of a connection 12 s at most.
 */
const clientTime = 10;
/** What the service has for an answer, in s: a statement may take 30, and wait for a connection before that. */
const answerTime = 40;

type Address = Pick<Config, 'host' | 'port' | 'prefix' | 'threads'>;

/** Takes the port before the service is ready; until then every request but for `/livez` is answered 503. @throws StartRefused */
export function listenFirst(address: Address): Server<undefined> {
  // A port that may be shared would be shared with another service too.
  if (address.threads > 1 && address.port !== 0) listenOn({ ...address, threads: 1 }).stop(true);
  return listenOn(address);
}

/** Listens in one of the threads that share the port. @throws StartRefused */
export function listenOn({ host, port, prefix, threads }: Address): Server<undefined> {
  try {
    return serve({
      hostname: host,
      port,
      maxRequestBodySize: maxDiscarded,
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

/** Answers what was found, or what has to be looked up; the parser's clock is meant for the client, and must not cut off one who waits for us. */
export function answerInTime(app: Pick<App, 'open' | 'answer'>) {
  return (request: Request, server: Server<undefined>, respelled: boolean, destination?: Destination): Awaitable<Response> => {
    const ctx = app.open(request, { server, respelled }, destination);
    const answer = orElse(
      () => app.answer(ctx),
      (error) => Promise.reject(error),
    );
    const isDone = !(answer instanceof Promise) && ctx.delay === 0 && !ctx.afterwards;
    return isDone ? answer : inTime(answer, ctx, server);
  };
}

async function inTime(answer: Awaitable<Response>, ctx: RequestContext, server: Server<undefined>): Promise<Response> {
  const { request } = ctx;
  server.timeout(request, answerTime);
  try {
    const response = await answer;
    // Here, where little is left of the request: what is under way when garbage is collected counts as old from then on.
    if (ctx.delay) await Bun.sleep(ctx.delay);
    return response;
  } finally {
    ctx.afterwards?.();
    server.timeout(request, clientTime);
  }
}

/** Lets requests under way finish, for a limited time. */
export async function drain(server: Server<undefined>, socket: OperatorSocket | undefined): Promise<void> {
  const finished = Promise.all([server.stop(), socket?.close()]);
  await Promise.race([finished, Bun.sleep(drainTime)]);
  await server.stop(true);
}
