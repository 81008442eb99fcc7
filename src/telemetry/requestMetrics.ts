import { Counter, Histogram, type Registry } from 'prom-client';
import type { RequestObserver } from '../http/requestLog.ts';
import { problemCodes } from '../model/problem.ts';
import { remembered } from '../model/remembered.ts';

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * Durations by method, route and class of status, and problems by code. Clients cannot invent labels: an unknown method is "other", a
 * path without a route is "none".
 */
export function requestMetrics(registry: Registry): RequestObserver {
  const duration = new Histogram({
    name: 'rockola_http_request_duration_seconds',
    help: 'Time from a request to its answer; _count is the number of requests.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const problems = new Counter({
    name: 'rockola_http_problems_total',
    help: 'Answers that were problem documents, by code.',
    labelNames: ['code'],
    registers: [registry],
  });
  // Every code starts at 0, so that its first problem shows as an increase.
  for (const code of problemCodes) problems.inc({ code }, 0);
  // Remembered, since `labels` makes objects at every call.
  const series = remembered((labels: string) => duration.labels(...labels.split(' ')));
  return ({ method, pattern = 'none', problem }, status, ms) => {
    series(`${methods.has(method) ? method : 'other'} ${pattern} ${Math.floor(status / 100)}xx`).observe(ms / 1000);
    if (problem) problems.inc({ code: problem });
  };
}

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
    help: 'Searches refused because too many were waiting or the index was being built.',
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
