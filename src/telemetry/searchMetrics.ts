import { Counter, Histogram, type Registry } from 'prom-client';
import type { RequestObserver } from '../http/requestLog.ts';

const operations: Record<string, string> = {
  '/api/v1/search': 'search',
  '/api/v1/artists/suggestions': 'suggestArtists',
  '/api/v1/artists/duplicates': 'findDuplicates',
};
const artists = '/api/v1/artists';

export function searchMetrics(registry: Registry): RequestObserver {
  const duration = new Histogram({
    name: 'rockola_search_duration_seconds',
    help: 'Time from a search to its answer, by operation; _count is the number of searches answered.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'rockola_search_refused_total',
    help: 'Searches refused because too many waited, or the index was being built.',
    registers: [registry],
  });
  return (ctx, status, ms) => {
    const { pattern = '', method, problem } = ctx;
    const searchesArtists = pattern === artists && method === 'GET' && ctx.query('q') !== undefined;
    const operation = searchesArtists ? 'searchArtists' : operations[pattern];
    if (operation === undefined) return;
    if (status < 400) duration.labels(operation).observe(ms / 1000);
    else if (problem === 'unavailable') refused.inc();
  };
}
