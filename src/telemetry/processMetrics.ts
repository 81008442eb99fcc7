import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { commit, version } from '../version.ts';

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
export function processMetrics(registry: Registry): void {
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
