import { serve as listen, type Server } from 'bun';
import { Registry } from 'prom-client';
import type { Passwords } from '../auth/password.ts';
import type { RequestObserver } from '../http/requestLog.ts';
import type { MailFigures } from '../model/mail.ts';
import { StartRefused } from '../model/startRefused.ts';
import type { Log } from '../process/log.ts';
import type { DatabaseAddress } from '../store/open.ts';
import type { CommitObserver, Store } from '../store/store.ts';
import { countAtScrape, gaugeAtScrape } from './atScrape.ts';
import { hashMetrics, passwordMetrics } from './passwordMetrics.ts';
import { processMetrics } from './processMetrics.ts';
import { requestMetrics } from './requestMetrics.ts';
import { searchMetrics } from './searchMetrics.ts';
import { commitMetrics, storeMetrics } from './storeMetrics.ts';
import { backupMetrics, mailMetrics } from './upkeepMetrics.ts';

/** `mail` is undefined where none is sent. */
export type Watched = {
  server: Server<undefined>;
  store: Store;
  passwords: Passwords;
  log: Log;
  database: DatabaseAddress;
  mail: (() => MailFigures) | undefined;
};

export type Metrics = {
  onRequest: RequestObserver;
  onCommit: CommitObserver;
  /** Hears how many seconds a password took. */
  onHash(seconds: number): void;
  /** Asks these, too, at every scrape. */
  watch(watched: Watched): void;
  /** Serves `/metrics`, for anyone who reaches this address. @throws StartRefused */
  listen(host: string, port: number): Server<undefined>;
};

/** The one registry of the process: what it counts is kept here, what others count is read from them at each scrape. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  processMetrics(registry);
  const observers = [requestMetrics(registry), searchMetrics(registry)];
  return {
    onRequest: (c, route, ms) => {
      for (const observe of observers) observe(c, route, ms);
    },
    onCommit: commitMetrics(registry),
    onHash: hashMetrics(registry),
    watch({ server, store, passwords, log, database, mail }) {
      gaugeAtScrape(registry, 'rockola_http_requests_under_way', 'Requests that have no answer yet.', () => server.pendingRequests);
      storeMetrics(registry, store);
      passwordMetrics(registry, passwords);
      mailMetrics(registry, mail);
      backupMetrics(registry, database);
      countAtScrape(
        registry,
        'rockola_log_lines_dropped_total',
        'Lines of the log dropped since standard output took no more.',
        log.dropped,
      );
    },
    listen: (host, port) => listenFor(registry, host, port),
  };
}

function listenFor(registry: Registry, hostname: string, port: number): Server<undefined> {
  const scrape = async () => new Response(await registry.metrics(), { headers: { 'Content-Type': registry.contentType } });
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
    throw new StartRefused(
      `Listening for metrics on ${hostname}:${port} failed (${(error as Error).message}). Set ROCKOLA_METRICS_HOST and ROCKOLA_METRICS_PORT to a free address of this machine.`,
    );
  }
}
