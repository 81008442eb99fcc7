import { createApp } from '../app.ts';
import { createLastUsed } from '../auth/lastUsed.ts';
import { createPasswords } from '../auth/password.ts';
import { type Config, readConfig } from '../config/config.ts';
import { wrongHosts } from '../config/listening.ts';
import type { Services } from '../http/services.ts';
import { targetHandlers } from '../http/target.ts';
import { createLimits, createNoLimits } from '../limits/limit.ts';
import { makeMemory } from '../limits/memory.ts';
import { system } from '../model/actor.ts';
import { firstAdminLink, hashLinkToken, makeLinkToken } from '../model/linkToken.ts';
import { hashSecret, makeApiKey } from '../model/secret.ts';
import { lastingRefusal } from '../model/startRefused.ts';
import { within } from '../model/within.ts';
import { writes } from '../operations/writes.ts';
import { openOperatorSocket } from '../operator/server.ts';
import { watchDescriptors } from '../process/descriptors.ts';
import { createLog, logStyle } from '../process/log.ts';
import { notifySystemd } from '../process/notify.ts';
import { stopOnSignals } from '../process/signals.ts';
import { logUnhandled } from '../process/unhandled.ts';
import { starterCatalogue } from '../starter.ts';
import { describeAddress, openStore } from '../store/open.ts';
import type { Threads } from '../store/sqlite/engine.ts';
import type { Report, Store } from '../store/store.ts';
import { commit, version } from '../version.ts';
import { startHousekeeping } from './housekeeping.ts';
import { createHttpThreads } from './httpPool.ts';
import { stateOf } from './httpWorker.ts';
import { startIndexing } from './indexing.ts';
import { answerInTime, drain, listenFirst } from './listener.ts';
import { limitSize } from './storeSize.ts';
import { bracketed, type First, welcome } from './welcome.ts';

const maxWaitingPasswords = 200;
const minute = 60_000;
/** Limit for ending all parts once no requests are accepted, in ms: a part that hangs must not keep the process alive. */
const stopTime = 30_000;

/** The entries of the threads; `http` is for those that answer requests. */
export type AllThreads = Threads & { http: URL };

/** Runs the service until SIGTERM or SIGINT. @throws StartRefused */
export async function serve(threads: AllThreads): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(logStyle(config.logFormat, config.logLevel));
  process.on('exit', log.flush);
  log.events.info(
    { version, commit, runtime: `Bun ${Bun.version}`, store: describeAddress(config.database), settings: config.stated },
    'starting',
  );
  const report: Report = (message, level = 'error') => log.events[level](message);
  // Features that are switched off are not loaded.
  const metrics = config.metrics && (await import('../telemetry/metrics.ts')).createMetrics();
  const traces = config.traces && (await import('../telemetry/traces.ts')).startTraces(config.traces, report);
  const wrong = await wrongHosts(config, true);
  if (wrong.length > 0) throw lastingRefusal(...wrong);
  const server = listenFirst(config);
  const state = new Int32Array(new SharedArrayBuffer(8));
  const draining = () => Atomics.load(state, stateOf.draining) === 1;
  let stop: (signal: string) => Promise<void> = async () => log.events.info('stopped before the start was complete');
  stopOnSignals(log.events, (signal) => stop(signal));
  const beforeAnswers = () => void Atomics.add(state, stateOf.commits, 1);
  const opened = await openStore({ ...config, threads, report, onCommit: metrics?.onCommit, beforeAnswers });
  const unlimited = traces?.ofStore(opened) ?? opened;
  const { store: limited, stop: stopLooking } = await limitSize(unlimited, config.storeLimit, log.events);
  const threadsRunning = () => others.running() + 1;
  const store: Store = { ...limited, ready: async () => others.ready() && (await limited.ready()) };
  const publicUrl = config.publicUrl ?? `http://${bracketed(config.host)}:${server.port}`;
  const digestKey = await store.write(writes.ensureDigestKey, system, null);
  const lastUsed = createLastUsed(store, minute, (err) => log.events.error({ err }, 'the time of last use was not noted'));
  const memory = makeMemory();
  const services: Services = {
    config,
    store,
    log,
    publicUrl,
    passwords: createPasswords(Math.max(1, navigator.hardwareConcurrency - 1), maxWaitingPasswords, metrics?.onHash),
    lastUsed,
    limits: config.limits ? createLimits(store, digestKey, memory) : createNoLimits(),
  };
  const app = createApp(services, draining, { onRequest: metrics?.onRequest, around: traces?.ofRequests });
  const metricsServer = config.metrics && metrics?.listen(config.metrics.host, config.metrics.port);
  const sender = config.mail && (await import('../mail/sender.ts')).startSender(services, config.mail);
  const { database } = config;
  const others = createHttpThreads(threads.http, { store, log, passwords: services.passwords });
  watchDescriptors(async () => sum([server.closeIdleConnections(), ...(await others.each((ask) => ask('closeIdle')))]), log.events);
  const ofOthers = () => others.each((ask) => ask('metrics'));
  metrics?.watch({ server, store, passwords: services.passwords, log, database, mail: sender?.figures, others: ofOthers });
  const socket = database.engine === 'sqlite' ? openOperatorSocket(database.path, unlimited, writes, { publicUrl }) : undefined;
  const indexing = startIndexing(unlimited, draining, log.events);
  const housekeeping = startHousekeeping(store, draining, (err) => log.events.error({ err }, 'housekeeping failed'));
  stop = async (signal) => {
    Atomics.store(state, stateOf.draining, 1);
    await notifySystemd('STOPPING=1');
    log.events.info({ signal }, 'stopping: requests under way may finish');
    // Balancers see /readyz fail, and answers ask clients to close. The listener goes on for clients that do not know yet.
    if (signal === 'SIGTERM') await Bun.sleep(config.drainSeconds * 1000);
    await within(stopTime, stopAll(), () => new Error(`some of it did not end within ${stopTime / 1000} seconds`));
    log.events.info('stopped');
  };
  async function stopAll(): Promise<void> {
    await Promise.all([drain(server, socket), others.stop()]);
    await Promise.all([metricsServer?.stop(true), sender?.stop()]);
    await Promise.all([housekeeping.stop(), indexing.stop(), stopLooking()]);
    await services.lastUsed.stop();
    await traces?.stop();
    await store.close();
  }
  logUnhandled(log);

  // Only now: if the start failed later, nobody would have seen the key.
  const first = await firstStart(store, config, publicUrl);
  // Until here the listener answers 503, so that nobody sees an incomplete first start.
  server.reload(targetHandlers(app.patterns, config.prefix, answerInTime(app)));
  if (database.engine === 'sqlite') {
    const own = { ...config, database, port: server.port as number };
    await others.start(config.threads - 1, { config: own, digestKey, publicUrl, state, memory: memory.parts });
  }
  const start = { publicUrl, port: server.port, threads: threadsRunning(), metricsPort: metricsServer?.port };
  const { publicUrl: url, ...listening } = start;
  log.events.info({ url, host: config.host, ...listening }, 'ready');
  log.announce(welcome(config, { ...start, size: store.figures().size, first }));
  await notifySystemd('READY=1');
}

function sum(numbers: number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** @returns the operator's first key and link, if this was the first start of the store */
async function firstStart(store: Store, config: Config, publicUrl: string): Promise<First | undefined> {
  const key = makeApiKey();
  const token = makeLinkToken();
  const starter = config.starter === 'off' ? [] : starterCatalogue(config.starter);
  const isFirst = await store.write(writes.firstStart, system, { starter, keyHash: hashSecret(key), linkHash: hashLinkToken(token) });
  return isFirst ? { adminKey: key, adminLink: firstAdminLink(publicUrl, token) } : undefined;
}
