import type { Server } from 'bun';
import { type MetricObjectWithValues, type MetricValue, Registry } from 'prom-client';
import type { RequestObserver } from '../http/requestLog.ts';
import type { Log } from '../process/log.ts';
import type { Store } from '../store/store.ts';
import { answeringMetrics, requestObserver } from './answeringMetrics.ts';

export type ThreadMetrics = {
  onRequest: RequestObserver;
  watch(watched: { server: Server<undefined>; store: Store; log: Log }): void;
  /** The current values, for the first thread to add to its own. */
  read(): Promise<MetricObjectWithValues<MetricValue<string>>[]>;
};

/** The registry of a further thread that answers requests. */
export function createThreadMetrics(): ThreadMetrics {
  const registry = new Registry();
  return {
    onRequest: requestObserver(registry),
    watch: (watched) => answeringMetrics(registry, watched),
    read: () => registry.getMetricsAsJSON(),
  };
}
