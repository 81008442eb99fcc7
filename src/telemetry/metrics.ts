import { serve as listen, type Server } from 'bun';
import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Gauge,
  Histogram,
  type MetricObjectWithValues,
  type MetricValue,
  Registry,
} from 'prom-client';
import type { Passwords } from '../auth/password.ts';
import { cannotListen } from '../config/listening.ts';
import type { Tail } from '../http/stream/tail.ts';
import type { MailFigures } from '../model/mail.ts';
import { StartRefused } from '../model/startRefused.ts';
import type { WebhookFigures } from '../model/webhook.ts';
import type { Log } from '../process/log.ts';
import type { DatabaseAddress } from '../store/open.ts';
import type { Store } from '../store/store.ts';
import { commit, version } from '../version.ts';
import { atScrape } from './atScrape.ts';
import { commitMetrics, storeMetrics } from './storeMetrics.ts';
import { createThreadMetrics } from './threadMetrics.ts';
import { backupMetrics, mailMetrics, webhookMetrics } from './upkeepMetrics.ts';

/** `mail` is undefined where none is sent, `webhooks` where none are called. */
export type Watched = {
  server: Server<undefined>;
  store: Store;
  passwords: Passwords;
  log: Log;
  tail: Tail;
  database: DatabaseAddress;
  mail: (() => MailFigures) | undefined;
  webhooks: (() => WebhookFigures) | undefined;
  /** Reads the metrics of the other threads that answer requests. */
  others: () => Promise<MetricObjectWithValues<MetricValue<string>>[][]>;
};

export type Metrics = ReturnType<typeof createMetrics>;

/** The registry of the first thread, which also serves the metrics of the others. */
export function createMetrics() {
  const { registry, onRequest, watch } = createThreadMetrics();
  processMetrics(registry);
  let others: Watched['others'] = async () => [];
  return {
    onRequest,
    onCommit: commitMetrics(registry),
    onHash: hashMetrics(registry),
    /** Adds what is read at every scrape. */
    watch({ server, store, passwords, log, tail, database, mail, webhooks, others: ofOthers }: Watched): void {
      others = ofOthers;
      watch({ server, store, log, tail });
      storeMetrics(registry, store);
      passwordMetrics(registry, passwords);
      mailMetrics(registry, mail);
      webhookMetrics(registry, webhooks);
      backupMetrics(registry, database);
    },
    /** Serves `/metrics` without credentials. @throws StartRefused */
    listen: (host: string, port: number): Server<undefined> => listenFor(() => read(registry, others), host, port),
  };
}

/** Adds up the metrics of all threads. */
async function read(registry: Registry, others: Watched['others']): Promise<string> {
  const more = await others();
  if (more.length === 0) return registry.metrics();
  return AggregatorRegistry.aggregate([await registry.getMetricsAsJSON(), ...more]).metrics();
}

function listenFor(metrics: () => Promise<string>, hostname: string, port: number): Server<undefined> {
  const scrape = async () => new Response(await metrics(), { headers: { 'Content-Type': Registry.PROMETHEUS_CONTENT_TYPE } });
  try {
    return listen({
      hostname,
      port,
      reusePort: false,
      development: false,
      routes: { '/metrics': { GET: scrape } },
      fetch: () => new Response('Only GET /metrics is here.\n', { status: 404 }),
    });
  } catch (error) {
    const { code } = error as Error & { code?: string };
    if (code === 'EADDRINUSE') throw new StartRefused(`Port ${port} on ${hostname} is in use. Set ROCKOLA_METRICS_PORT to a free one.`);
    throw cannotListen('ROCKOLA_METRICS_HOST', hostname, port, error as Error);
  }
}

/** Default metrics of prom-client that are right under Bun, which lacks V8 heap spaces, libuv handles and reports of garbage collection. */
const supported = [
  'process_cpu_seconds_total',
  'process_cpu_user_seconds_total',
  'process_cpu_system_seconds_total',
  'process_resident_memory_bytes',
  'process_start_time_seconds',
  'process_open_fds',
  'process_max_fds',
  'nodejs_heap_size_total_bytes',
  'nodejs_heap_size_used_bytes',
  'nodejs_eventloop_lag_seconds',
  'nodejs_eventloop_lag_p50_seconds',
  'nodejs_eventloop_lag_p99_seconds',
  'nodejs_eventloop_lag_max_seconds',
];

/** The lag of the event loop is measured from one scrape to the next. */
function processMetrics(registry: Registry): void {
  const all = new Registry();
  collectDefaultMetrics({ register: all });
  for (const name of supported) {
    // Some exist on Linux only.
    const metric = all.getSingleMetric(name);
    if (metric) registry.registerMetric(metric);
  }
  new Gauge({
    name: 'rockola_build_info',
    help: 'Always 1; the labels are the versions.',
    labelNames: ['version', 'commit', 'bun'],
    registers: [registry],
  }).set({ version, commit, bun: Bun.version }, 1);
}

/** @returns a function for the seconds of a hash, without its wait */
function hashMetrics(registry: Registry): (seconds: number) => void {
  const duration = new Histogram({
    name: 'rockola_password_hash_duration_seconds',
    help: 'Time to hash or verify a password, without its wait.',
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
    registers: [registry],
  });
  return (seconds) => duration.observe(seconds);
}

function passwordMetrics(registry: Registry, passwords: Passwords): void {
  const { gauge, count } = atScrape(registry);
  gauge('passwords_running', 'Passwords being hashed.', () => passwords.figures().running);
  gauge('passwords_waiting', 'Passwords that wait to be hashed.', () => passwords.figures().waiting);
  count('passwords_refused_total', 'Passwords turned away since too many waited.', () => passwords.figures().refused);
}
