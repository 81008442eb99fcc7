import { createPasswords } from '../auth/password.ts';
import { type Config, readConfig } from '../config/config.ts';
import { wrongHosts } from '../config/listening.ts';
import { makeMemory } from '../limits/rateCounter.ts';
import { system } from '../model/actor.ts';
import { firstAdminLink, hashLinkToken, makeLinkToken } from '../model/linkToken.ts';
import { hashSecret, makeApiKey } from '../model/secret.ts';
import { lastingRefusal } from '../model/startRefused.ts';
import { within } from '../model/within.ts';
import { hadFirstStart } from '../operations/firstStart.ts';
import { writes } from '../operations/writes.ts';
import { createLog, type Log, logStyle } from '../process/log.ts';
import { notifySystemd } from '../process/notify.ts';
import { stopOnSignals } from '../process/signals.ts';
import { logUnhandled } from '../process/unhandled.ts';
import { describeAddress, openStore } from '../store/open.ts';
import type { Threads } from '../store/sqlite/engine.ts';
import type { Report, Store } from '../store/store.ts';
import { commit, version } from '../version.ts';
import { drain, listenFirst } from './listener.ts';
import { shareState } from './sharedState.ts';
import { limitSize } from './storeSize.ts';
import { bracketed, type First, welcome } from './welcome.ts';

const maxWaitingPasswords = 200;
/** Time limit for ending all parts once no requests are accepted, in ms: a part that hangs must not keep the process alive. */
const stopTime = 30_000;

/** The modules of the threads; `http` is for those that answer requests. */
export type AllThreads = Threads & { http: URL };

/** Runs the service until SIGTERM or SIGINT. @throws StartRefused */
export async function serve(threads: AllThreads): Promise<void> {
  const config = readConfig(process.env);
  const log = openLog(config);
  const report: Report = (message, level = 'error') => log.events[level](message);
  // Features that are switched off are not imported.
  const metrics = config.metrics && (await import('../telemetry/metrics.ts')).createMetrics();
  const traces = config.traces && (await import('../telemetry/traces.ts')).startTraces(config.traces, report);
  const wrong = await wrongHosts(config, true);
  if (wrong.length > 0) throw lastingRefusal(...wrong);
  const server = listenFirst(config);
  const state = shareState();
  let stop: (signal: string) => Promise<void> = async () => log.events.info('stopped before the start was complete');
  stopOnSignals(log.events, (signal) => stop(signal));

  // This thread imports modules while the writer thread imports its own and opens the store.
  const [opened, { prepareAnswering }, { createHttpThreads }, { startUpkeep }] = await Promise.all([
    openStore({ ...config, threads, report, onCommit: metrics?.onCommit, beforeAnswers: state.countCommit }),
    import('./answering.ts'),
    import('./httpPool.ts'),
    import('./upkeep.ts'),
  ]);
  const unlimited = traces?.ofStore(opened) ?? opened;
  const { store: limited, stop: stopLooking } = await limitSize(unlimited, config.storeLimit, log.events);
  const store: Store = { ...limited, ready: async () => others.ready() && (await limited.ready()) };
  const publicUrl = config.publicUrl ?? `http://${bracketed(config.host)}:${server.port}`;
  const digestKey = await store.write(writes.ensureDigestKey, system, null);
  const memory = makeMemory();
  const passwords = createPasswords(Math.max(1, navigator.hardwareConcurrency - 1), maxWaitingPasswords, metrics?.onHash);
  const { draining } = state;
  const { services, handlers } = prepareAnswering(
    { config, store, log, publicUrl, passwords, digestKey, memory, draining },
    { onRequest: metrics?.onRequest, around: traces?.ofRequests },
  );
  const others = createHttpThreads(threads.http, { store, log, passwords });
  const upkeep = await startUpkeep({ services, server, others, unlimited, draining, metrics });
  stop = async (signal) => {
    state.drain();
    await notifySystemd('STOPPING=1');
    log.events.info({ signal }, 'stopping: requests under way may finish');
    // Load balancers see /readyz fail, and answers ask clients to close their connections. The listener continues for clients that do not
    // know yet.
    if (signal === 'SIGTERM') await Bun.sleep(config.drainSeconds * 1000);
    await within(stopTime, stopAll(), () => new Error(`some parts did not end within ${stopTime / 1000} seconds`));
    log.events.info('stopped');
  };
  async function stopAll(): Promise<void> {
    await Promise.all([drain(server, upkeep.socket), others.stop()]);
    await Promise.all([upkeep.stop(), stopLooking()]);
    await services.lastUsed.stop();
    await traces?.stop();
    await store.close();
  }
  logUnhandled(log);

  // Not earlier: if the start failed after this, nobody would have seen the key.
  const first = await firstStart(store, config, publicUrl);
  // Until here the listener answers 503, so that no client sees an incomplete first start.
  server.reload(handlers);
  const { database } = config;
  if (database.engine === 'sqlite') {
    const workerConfig = { ...config, database, port: server.port as number };
    await others.start(config.threads - 1, { config: workerConfig, digestKey, publicUrl, state: state.memory, memory });
  }
  const listening = { port: server.port, threads: others.running() + 1, metricsPort: upkeep.metricsPort };
  log.events.info({ url: publicUrl, host: config.host, ...listening }, 'ready');
  log.announce(welcome(config, { publicUrl, ...listening, size: store.figures().size, first }));
  await notifySystemd('READY=1');
}

function openLog(config: Config): Log {
  const log = createLog(logStyle(config.logFormat, config.logLevel));
  process.on('exit', log.flush);
  const store = describeAddress(config.database);
  log.events.info({ version, commit, runtime: `Bun ${Bun.version}`, store, settings: config.stated }, 'starting');
  return log;
}

/** @returns the operator's first key and link, if this was the first start of the store */
async function firstStart(store: Store, config: Config, publicUrl: string): Promise<First | undefined> {
  if (await store.read(hadFirstStart, null)) return undefined;
  const { starterCatalogue } = await import('../starter.ts');
  const key = makeApiKey();
  const token = makeLinkToken();
  const starter = config.starter === 'off' ? [] : starterCatalogue(config.starter);
  const isFirst = await store.write(writes.firstStart, system, { starter, keyHash: hashSecret(key), linkHash: hashLinkToken(token) });
  return isFirst ? { adminKey: key, adminLink: firstAdminLink(publicUrl, token) } : undefined;
}
