import { serve as listen, type Server } from 'bun';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { type OperatorSocket, openOperatorSocket } from './cli/operatorSocket.ts';
import { type Config, readConfig } from './config.ts';
import { watchDescriptors } from './http/descriptors.ts';
import { createLastUsed } from './http/lastUsed.ts';
import { createLimits, noLimits } from './http/limits.ts';
import { createPasswords } from './http/passwords.ts';
import { repeat } from './http/repeat.ts';
import type { AppEnv } from './http/requestLog.ts';
import type { Services } from './http/services.ts';
import { createTokens } from './http/tokens.ts';
import { createLog } from './log.ts';
import { system } from './model/actor.ts';
import { hashApiKey, makeApiKey } from './model/apiKey.ts';
import { StartRefused } from './model/startRefused.ts';
import { changes } from './operations/changes.ts';
import { firstStart } from './operations/firstStart.ts';
import { tidyUp } from './operations/housekeeping.ts';
import { storedSecret } from './secret.ts';
import { starterCatalogue } from './starter.ts';
import { describeAddress, openStore } from './store/open.ts';
import type { Store } from './store/store.ts';

/** Requests under way get this long to finish when the service stops, in ms. */
const drainTime = 6_000;
/** Past this the parser closes a connection without an answer; below it, too large a body gets its problem document. */
const parserBodyLimit = 16 * 1024 * 1024;
/**
 * What a client has for a request's head, and for reading the answer or sending the next request, in s. The parser counts
 * from the first moment, whatever trickles in, looks every 4 s, and gives the first head of a connection 12 s at most.
 */
const clientTime = 10;
/** What the service has for an answer, in s: a statement may take 30, and wait for a connection before that. */
const answerTime = 40;
const maxWaitingPasswords = 100;
const minute = 60_000;

/** Runs the service until SIGTERM or SIGINT. @param writer the writer thread's program @throws StartRefused */
export async function serve(writer: URL): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog();
  const report = (fault: string) => log.events.error(fault);
  // What nobody asked for is not even loaded.
  const metrics = config.metrics && (await import('./telemetry/metrics.ts')).createMetrics();
  const traces = config.traces && (await import('./telemetry/traces.ts')).startTraces(config.traces, report);
  const opened = await openStore({ ...config, writer, report, onCommit: metrics?.onCommit });
  const store = traces?.ofStore(opened) ?? opened;
  const server = listenOn(config);
  let draining = false;
  const publicUrl = config.publicUrl ?? `http://${bracketed(config.host)}:${server.port}`;
  const secrets = secretsOf(config);
  const tokens = createTokens(secrets);
  const lastUsed = createLastUsed(store, minute, (err) => log.events.error({ err }, 'the time of last use was not noted'));
  const services: Services = {
    config,
    store,
    log,
    publicUrl,
    passwords: createPasswords(Math.max(1, navigator.hardwareConcurrency - 1), maxWaitingPasswords, metrics?.onHash),
    tokens,
    lastUsed,
    limits: config.limits ? createLimits({ config, store, tokens, lastUsed }, secrets.slice(0, 1).join()) : noLimits,
  };
  const app = createApp(services, () => draining, { onRequest: metrics?.onRequest, around: traces?.ofRequests });
  server.reload({ fetch: (request, server) => answerInTime(request, server, app.fetch) });
  watchDescriptors(server, log.events);
  metrics?.watch(server, store, services.passwords);
  const metricsServer = config.metrics && metrics?.listen(config.metrics.host, config.metrics.port);
  const sender = config.mail && (await import('./mail/sender.ts')).startSender(services, config.mail);
  const { database } = config;
  const socket = database.engine === 'sqlite' ? openOperatorSocket(database.path, store, changes) : undefined;
  const housekeeping = repeat(
    () => tidy(store),
    60 * minute,
    (err) => log.events.error({ err }, 'housekeeping failed'),
  );
  const stopFailed = (err: unknown) => log.events.error({ err }, 'the service did not stop in order');
  stopOnSignals(stopFailed, async (signal) => {
    draining = true;
    log.events.info({ signal }, 'stopping: requests under way may finish');
    // Balancers see /readyz fail and clients are told to close, while the listener is still there for those who do not know yet.
    if (signal === 'SIGTERM') await Bun.sleep(config.drainSeconds * 1000);
    await drain(server, socket);
    await Promise.all([metricsServer?.stop(true), sender?.stop()]);
    await housekeeping.stop();
    await services.lastUsed.stop();
    await traces?.stop();
    await store.close();
    log.events.info('stopped');
  });
  process.on('exit', log.flush);
  // A throw that no request owns must not take the others down with it.
  process.on('uncaughtException', (err) => log.events.error({ err }, 'uncaught'));
  process.on('unhandledRejection', (err) => log.events.error({ err }, 'unhandled rejection'));

  // Only now: a key made before a start that then fails would never be seen.
  const adminKey = await firstStartKey(store, config);
  sayWelcome(config, server.port, metricsServer?.port, publicUrl, adminKey);
}

function secretsOf({ secrets, database }: Config): string[] {
  if (secrets) return secrets;
  if (database.engine === 'sqlite') return [storedSecret(database.path)];
  throw new StartRefused('ROCKOLA_SECRET must be set with PostgreSQL.');
}

function listenOn({ host, port }: Config): Server<undefined> {
  try {
    return listen({
      hostname: host,
      port,
      maxRequestBodySize: parserBodyLimit,
      idleTimeout: clientTime,
      reusePort: false,
      development: false,
      fetch: () => new Response(null, { status: 503, headers: { 'Retry-After': '1' } }),
    });
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} on ${host} is in use. Stop what uses it, or choose another: PORT=${port + 1} npm start`);
    throw new StartRefused(`Listening on ${host}:${port} failed (${message}). Set HOST and PORT to an address of this machine.`);
  }
}

/** The parser's clock is meant for the client; it must not cut off one who waits for us. */
async function answerInTime(request: Request, server: Server<undefined>, answer: Hono<AppEnv>['fetch']): Promise<Response> {
  server.timeout(request, answerTime);
  const response = await answer(request, { server });
  server.timeout(request, clientTime);
  return response;
}

/** @returns the operator's first key where this was the store's first start */
async function firstStartKey(store: Store, config: Config): Promise<string | undefined> {
  const key = makeApiKey();
  const starter = config.starter === 'off' ? [] : starterCatalogue(config.starter);
  return (await store.change(firstStart, system, { starter, keyHash: hashApiKey(key) })) ? key : undefined;
}

/** In small steps, between which the changes of others have their turn. */
async function tidy(store: Store): Promise<void> {
  while (await store.change(tidyUp, system, null));
}

/** Runs `stop` once, at the first SIGTERM or SIGINT, and ends the process with 0, or with 1 where that failed. */
function stopOnSignals(onFault: (error: unknown) => void, stop: (signal: string) => Promise<void>): void {
  let stopping = false;
  const once = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    const code = await stop(signal).then(
      () => 0,
      (error) => {
        onFault(error);
        return 1;
      },
    );
    process.exit(code);
  };
  process.on('SIGTERM', once);
  process.on('SIGINT', once);
}

async function drain(server: Server<undefined>, socket: OperatorSocket | undefined): Promise<void> {
  const finished = Promise.all([server.stop(), socket?.close()]);
  await Promise.race([finished, Bun.sleep(drainTime)]);
  await server.stop(true);
}

/** An IPv6 address stands in brackets in a URL (RFC 3986 §3.2.2). */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host;
}

function sayWelcome(
  config: Config,
  port: number | undefined,
  metricsPort: number | undefined,
  publicUrl: string,
  adminKey: string | undefined,
): void {
  const lines = [
    `Rockola is at   ${publicUrl}`,
    `  API           ${publicUrl}/api/v1/artists`,
    `  Listening     http://${bracketed(config.host)}:${port}`,
    ...(config.metrics ? [`  Metrics       http://${bracketed(config.metrics.host)}:${metricsPort}/metrics`] : []),
    ...(config.docs ? [`  API docs      ${publicUrl}/docs`] : []),
    `  Store         ${describeAddress(config.database)}`,
    ...(config.mail ? [`  Mail          through ${new URL(config.mail.url).host}, from ${config.mail.from.address}`] : []),
    ...(config.verifyToWrite && !config.mail
      ? ['', 'ROCKOLA_VERIFY=writing without SMTP_URL: no mail is sent, so confirm each account: npm run rockola -- user verify EMAIL']
      : []),
    ...(adminKey
      ? [
          '',
          `First start. This admin API key is shown only now; keep it safe:`,
          `  ${adminKey}`,
          `  (lost? npm run rockola -- key add operator@localhost)`,
        ]
      : []),
    '',
  ];
  process.stderr.write(`${lines.join('\n')}\n`);
}
