import type { MetricObjectWithValues, MetricValue } from 'prom-client';
import { type PasswordAnswers, passwordsElsewhere } from '../auth/sharedPasswords.ts';
import type { Config } from '../config/config.ts';
import type { Memory } from '../limits/rateCounter.ts';
import { createLink, type LinkMessage } from '../process/link.ts';
import { createLog, logStyle } from '../process/log.ts';
import { logUnhandled } from '../process/unhandled.ts';
import { joinSqlite, type StoreAnswers } from '../store/sqlite/joined.ts';
import { prepareAnswering } from './answering.ts';
import { drain, listenOn } from './listener.ts';
import { shareState } from './sharedState.ts';
import { limitSize } from './storeSize.ts';

declare const self: Worker;

/** Sent by the first thread: its settings, with the port on which it listens, and the shared memory. */
export type Beginning = {
  config: Config & { database: { engine: 'sqlite' } };
  digestKey: string;
  publicUrl: string;
  state: SharedArrayBuffer;
  memory: Memory;
};

export type ThreadAnswers = {
  begin(beginning: Beginning): Promise<void>;
  /** Resolves unless the thread hangs. */
  answers(): void;
  metrics(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
  /** Closes idle connections. @returns their number */
  closeIdle(): Promise<number>;
  /** Lets current requests finish. */
  stop(): Promise<void>;
};

type FirstAnswers = StoreAnswers & PasswordAnswers;

/** The body of a thread that answers requests as the first one does, on the same port. The first one ends it. */
export function serveInThread(): void {
  const { promise: begun, resolve } = Promise.withResolvers<Awaited<ReturnType<typeof begin>>>();
  const answers: ThreadAnswers = {
    begin: async (beginning) => resolve(await begin(beginning)),
    answers() {},
    metrics: async () => (await begun).metrics(),
    closeIdle: async () => (await begun).closeIdle(),
    stop: async () => (await begun).stop(),
  };
  const { ask, hear } = createLink<FirstAnswers>((message: LinkMessage) => self.postMessage(message), answers);
  self.onmessage = ({ data }: MessageEvent<LinkMessage>) => hear(data);

  async function begin({ config, digestKey, publicUrl, state, memory }: Beginning) {
    const log = createLog(logStyle(config.logFormat, config.logLevel));
    logUnhandled(log);
    const { draining, commits } = shareState(state);
    const report = (message: string) => log.events.error(message);
    const metrics = config.metrics && (await import('../telemetry/threadMetrics.ts')).createThreadMetrics();
    const traces = config.traces && (await import('../telemetry/traces.ts')).startTraces(config.traces, report);
    const joined = joinSqlite(config.database.path, ask, commits);
    // The first thread enforces the limit; here the size is only shown.
    const { store: sized, stop: stopLooking } = await limitSize(joined, undefined, log.events);
    const figures = () => ({ ...sized.figures(), size: { bytes: sized.figures().size?.bytes ?? 0, limit: config.storeLimit } });
    const store = { ...(traces?.ofStore(sized) ?? sized), figures };
    const { services, handlers } = prepareAnswering(
      { config, store, log, publicUrl, passwords: passwordsElsewhere(ask), digestKey, memory, draining },
      { onRequest: metrics?.onRequest, around: traces?.ofRequests },
    );
    const server = listenOn(config);
    server.reload(handlers);
    metrics?.watch({ server, store, log, tail: services.tail });
    return {
      metrics: () => metrics?.read() ?? Promise.resolve([]),
      closeIdle: () => server.closeIdleConnections(),
      async stop() {
        await drain(server, undefined);
        await stopLooking();
        await services.lastUsed.stop();
        await traces?.stop();
        await store.close();
        log.flush();
      },
    };
  }
}
