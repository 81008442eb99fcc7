import { freePort } from '../../test/support/postgres/server.ts';
import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Load } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { start } from '../processes.ts';
import { readOne } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { type Service, type Settings, startService } from '../service.ts';
import { perSecond, rateRow } from './figures.ts';

/** The cost of the log, metrics and traces. The log is compared with a variant without it, since no setting turns it off. */
export const watching: Measure = { ids: ['log', 'metrics', 'traces'], title: 'log, metrics and traces', run };

/** One span for the request and one for its read from the store. */
const spansOfRequest = 2;
/** The collector's path for services that trace every request. */
const allTracedPath = '/all';

const traced = (collector: string, share: string) => ({
  env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector, OTEL_TRACES_SAMPLER_ARG: share },
});

const settings = (collector: string) =>
  ({
    'no log': { variant: 'no request log' },
    log: { variant: 'as usual' },
    plain: {},
    metrics: { env: { ROCKOLA_METRICS_PORT: '0' } },
    'all traced': traced(collector + allTracedPath, '1'),
    'one of 100 traced': traced(`${collector}/few`, '0.01'),
  }) as const satisfies Record<string, Omit<Settings, 'database'>>;
type Name = keyof ReturnType<typeof settings>;

async function run(bench: Bench): Promise<Row[]> {
  const store = await bench.store(bench.sizes.usual);
  const collector = await startCollector();
  const requestCounts = new Map<string, number>();
  const turns: Record<string, (seconds: number) => Promise<Load>> = {};
  const services: Service[] = [];
  for (const [name, overrides] of Object.entries(settings(collector.url))) {
    const service = await startService({ database: `sqlite:${copyStore(store).file}`, ...overrides });
    services.push(service);
    turns[name] = async (seconds) => {
      const load = await closedLoop(service.url, readOne(store), seconds);
      requestCounts.set(name, (requestCounts.get(name) ?? 0) + load.answers);
      return load;
    };
  }
  const results = await rounds(bench, turns as Record<Name, (seconds: number) => Promise<Load>>);
  // A service sends its last spans when it stops.
  for (const service of services) await service.stop();
  const sent = await collector.spans(allTracedPath);
  return rowsOf(results, sent / ((requestCounts.get('all traced') ?? 0) * spansOfRequest));
}

/** @param sent the share of the spans that came to the collector */
function rowsOf(results: Record<Name, Load[]>, sent: number): Row[] {
  const row = (id: string, work: string, name: Name, against: Name, label: string) =>
    rateRow(id, work, perSecond(results[name]), label, perSecond(results[against]));
  return [
    row('log', 'GET one, a line for each request', 'log', 'no log', 'without the lines'),
    row('metrics', 'GET one, /metrics on', 'metrics', 'plain', 'off'),
    {
      ...row('traces', 'GET one, every request traced', 'all traced', 'plain', 'off'),
      note: `${Math.round(sent * 100)} % of the spans came to the collector`,
    },
    row('traces', 'GET one, one request of 100 traced', 'one of 100 traced', 'plain', 'off'),
  ];
}

async function startCollector() {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = new URL('../limits/collector.ts', import.meta.url).pathname;
  const started = start('load', [process.execPath, program, String(port)]);
  await started.untilAnswers(url);
  return { url, spans: async (path: string) => (await (await fetch(url + path)).json()) as number };
}
