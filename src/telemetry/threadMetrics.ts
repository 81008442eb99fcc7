import type { Server } from 'bun';
import { Registry } from 'prom-client';
import type { RequestObserver } from '../http/requestLog.ts';
import type { Tail } from '../http/stream/tail.ts';
import type { Log } from '../process/log.ts';
import type { Store } from '../store/store.ts';
import { atScrape } from './atScrape.ts';
import { requestMetrics, searchMetrics } from './requestMetrics.ts';

/** Metrics of a thread that answers requests. The first thread adds up those of all. */
export function createThreadMetrics() {
  const registry = new Registry();
  const observers = [requestMetrics(registry), searchMetrics(registry)];
  const onRequest: RequestObserver = (ctx, status, ms) => {
    for (const observe of observers) observe(ctx, status, ms);
  };
  return {
    registry,
    onRequest,
    watch({ server, store, log, tail }: { server: Server<undefined>; store: Store; log: Log; tail: Tail }): void {
      const { gauge, count } = atScrape(registry);
      gauge('http_requests_under_way', 'Requests without an answer yet.', () => server.pendingRequests);
      gauge('change_streams', 'Streams of changes that are open.', tail.open);
      count('store_reads_total', 'Reading operations started.', () => store.figures().reads);
      count('log_lines_dropped_total', 'Log lines dropped because standard output accepted no more.', log.dropped);
    },
    read: () => registry.getMetricsAsJSON(),
  };
}
