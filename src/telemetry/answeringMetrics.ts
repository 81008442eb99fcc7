import type { Server } from 'bun';
import type { Registry } from 'prom-client';
import type { RequestObserver } from '../http/requestLog.ts';
import type { Log } from '../process/log.ts';
import type { Store } from '../store/store.ts';
import { countAtScrape, gaugeAtScrape } from './atScrape.ts';
import { requestMetrics } from './requestMetrics.ts';
import { searchMetrics } from './searchMetrics.ts';

export function requestObserver(registry: Registry): RequestObserver {
  const observers = [requestMetrics(registry), searchMetrics(registry)];
  return (ctx, status, ms) => {
    for (const observe of observers) observe(ctx, status, ms);
  };
}

/** Metrics of each thread that answers requests. */
export function answeringMetrics(registry: Registry, { server, store, log }: { server: Server<undefined>; store: Store; log: Log }): void {
  gaugeAtScrape(registry, 'rockola_http_requests_under_way', 'Requests without an answer yet.', () => server.pendingRequests);
  countAtScrape(registry, 'rockola_store_reads_total', 'Reading operations started.', () => store.figures().reads);
  countAtScrape(registry, 'rockola_log_lines_dropped_total', 'Log lines dropped because standard output accepted no more.', log.dropped);
}
