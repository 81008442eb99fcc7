import { Histogram, type Registry } from 'prom-client';
import type { CommitObserver, Store } from '../store/store.ts';
import { atScrape } from './atScrape.ts';

export function commitMetrics(registry: Registry): CommitObserver {
  const duration = new Histogram({
    name: 'rockola_store_commit_duration_seconds',
    help: 'Time a commit took to be durable.',
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const batch = new Histogram({
    name: 'rockola_store_batch_writes',
    help: 'Writes that shared one commit.',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256, 512],
    registers: [registry],
  });
  return (writes, seconds) => {
    batch.observe(writes);
    duration.observe(seconds);
  };
}

export function storeMetrics(registry: Registry, store: Store): void {
  const { gauge, count } = atScrape(registry);
  gauge('store_up', '1 while the store can be used: its writer runs, or its server can be reached.', () => Number(store.figures().up));
  gauge('store_size_bytes', 'Size of the stored data.', () => store.figures().size?.bytes ?? 0);
  gauge('store_limit_bytes', 'Size at which additions are refused.', () => store.figures().size?.limit ?? Infinity);
  count('store_writes_total', 'Writes that became durable.', () => store.figures().writes);
  const slowReads = (name: 'running' | 'waiting' | 'refused') => () => store.figures().slowReads?.[name] ?? 0;
  gauge('store_slow_reads_running', 'Slow reads under way.', slowReads('running'));
  gauge('store_slow_reads_waiting', 'Slow reads that wait for their turn.', slowReads('waiting'));
  count('store_slow_reads_refused_total', 'Slow reads refused because too many were waiting.', slowReads('refused'));
  const { sqlite, postgres } = store.figures();
  if (sqlite) {
    gauge('store_writes_waiting', 'Writes that wait for the writer, or that it is doing.', () => store.figures().sqlite?.waiting ?? 0);
    gauge('store_wal_bytes', 'Size of the write-ahead log.', () => store.figures().sqlite?.walBytes ?? 0);
  }
  if (postgres) {
    gauge('store_connections', 'Open connections to PostgreSQL.', () => store.figures().postgres?.connections ?? 0);
    gauge('store_connections_idle', 'Open connections to PostgreSQL that are not in use.', () => store.figures().postgres?.idle ?? 0);
    gauge('store_connections_awaited', 'Requests that wait for a connection to PostgreSQL.', () => store.figures().postgres?.waiting ?? 0);
    const unnumbered = () => store.figures().postgres?.unnumbered;
    gauge(
      'store_revisions_unnumbered',
      'Revisions that wait for their number in the revision log, up to 10,000.',
      () => unnumbered()?.revisions ?? 0,
    );
    gauge('store_revisions_unnumbered_seconds', 'Age of the oldest revision without a number.', () => unnumbered()?.seconds ?? 0);
    count('store_retries_total', 'Transactions run again after a lost race.', () => store.figures().postgres?.retries ?? 0);
  }
}
