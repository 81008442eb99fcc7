import type { Bench, Measure, Row } from '../measure.ts';
import { search } from '../requests.ts';
import { type Contender, rounds } from '../rounds.ts';
import { type Service, startService } from '../service.ts';
import { ratioOf, spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';
import { slowestHostile } from './hostileSearch.ts';
import { oneAtATime, type Times, timeRows } from './searchTimes.ts';

/** How long a search takes, and how that grows with the catalogue. */
export const searches: Measure = { ids: ['P7'], title: 'search with a typo and without accents', run };

/** By the number of artists. */
type Results = Map<number, Times[]>;

async function run(bench: Bench): Promise<Row[]> {
  const services = new Map<number, Service>();
  for (const artists of bench.sizes.all) {
    const { file } = await bench.store(artists);
    services.set(artists, await startService({ database: `sqlite:${file}` }));
  }
  const results = await takeTurns(bench, services);
  const hostile = await slowestHostile(services.get(bench.sizes.usual)?.url ?? '');
  return [...rowsOf(bench, results), hostileRow(hostile), ...growthOf(results)];
}

async function takeTurns(bench: Bench, services: Map<number, Service>): Promise<Results> {
  const contenders: Record<string, Contender<Times>> = {};
  for (const [artists, { url }] of services) contenders[nameOf(artists)] = oneAtATime(url, search(await bench.store(artists)));
  const times = await rounds(bench, contenders);
  return new Map([...services.keys()].map((artists) => [artists, times[nameOf(artists)] ?? []]));
}

function rowsOf({ sizes: { usual, small, large } }: Bench, results: Results): Row[] {
  const timesOf = (artists: number, percentile: keyof Times) => (results.get(artists) ?? []).map((times) => times[percentile]);
  return [
    ...timeRows('search, one at a time', results.get(usual) ?? []),
    ...(['p50', 'p99'] as const).map(
      (percentile): Row => ({
        id: 'P7',
        work: `search at ${countOf(large)} artists, ${percentile}`,
        unit: 'ms',
        value: spreadOf(timesOf(large, percentile)),
        against: `the same at ${countOf(small)}`,
        ratio: ratioOf(timesOf(large, percentile), timesOf(small, percentile)),
        goal: { atMost: 3 },
      }),
    ),
  ];
}

function hostileRow({ ms, name }: { ms: number; name: string }): Row {
  const work = 'the slowest hostile search';
  return { id: 'P7', work, unit: 'ms', value: spreadOf([ms]), goal: { atMost: 50 }, note: name };
}

function growthOf(results: Results): Row[] {
  return [...results].map(([artists, times]) => {
    const value = spreadOf(times.map(({ p50 }) => p50 * 1000));
    return { id: 'growth', work: nameOf(artists), unit: 'µs', value, point: { line: 'search', artists } };
  });
}

function nameOf(artists: number): string {
  return `search, ${countOf(artists)} artists`;
}
