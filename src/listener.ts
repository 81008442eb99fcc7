import { type Server, serve } from 'bun';
import type { Hono } from 'hono';
import type { Config } from './config/config.ts';
import { mostDiscarded } from './http/body.ts';
import { answerAtStart } from './http/health.ts';
import type { AppEnv } from './http/requestLog.ts';
import { StartRefused } from './model/startRefused.ts';
import type { OperatorSocket } from './operator/server.ts';
import { startCommand } from './version.ts';

/** Requests under way get this long to finish when the service stops, in ms. */
const drainTime = 6_000;
/**
 * What a client has for a request's head, and for reading the answer or sending the next request, in s. The parser counts
 * from the first moment, whatever trickles in, looks every 4 s, and gives the first head of a connection 12 s at most.
 */
const clientTime = 10;
/** What the service has for an answer, in s: a statement may take 30, and wait for a connection before that. */
const answerTime = 40;

/** Takes the port before the service is ready; until then every request but for `/livez` is answered 503. @throws StartRefused */
export function listenOn({ host, port, prefix }: Pick<Config, 'host' | 'port' | 'prefix'>): Server<undefined> {
  try {
    return serve({
      hostname: host,
      port,
      maxRequestBodySize: mostDiscarded,
      idleTimeout: clientTime,
      reusePort: false,
      development: false,
      fetch: (request) => answerAtStart(request, prefix),
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} on ${host} is in use. Stop what uses it, or choose another: PORT=${port + 1} ${startCommand}`);
    throw new StartRefused(`Listening on ${host}:${port} failed (${message}). Set HOST and PORT to an address of this machine.`);
  }
}

/** The parser's clock is meant for the client; it must not cut off one who waits for us. */
export function answerInTime(answer: Hono<AppEnv>['fetch']) {
  return async (request: Request, server: Server<undefined>, respelled: boolean): Promise<Response> => {
    const env: AppEnv['Bindings'] = { server, respelled };
    server.timeout(request, answerTime);
    try {
      const response = await answer(request, env);
      // Here, where little is left of the request: what is under way when garbage is collected counts as old from then on.
      if (env.delay) await Bun.sleep(env.delay);
      return response;
    } finally {
      env.afterwards?.();
      server.timeout(request, clientTime);
    }
  };
}

/** Lets requests under way finish, for a limited time. */
export async function drain(server: Server<undefined>, socket: OperatorSocket | undefined): Promise<void> {
  const finished = Promise.all([server.stop(), socket?.close()]);
  await Promise.race([finished, Bun.sleep(drainTime)]);
  await server.stop(true);
}
