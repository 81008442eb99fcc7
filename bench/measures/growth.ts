import { copyStore, type FilledStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { add, listDeep, readOne } from '../requests.ts';
import { type Contender, rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';

/** The service's time for one request, with no other work, as the catalogue grows. */
export const growth: Measure = { ids: ['growth'], title: 'cost of a request as the catalogue grows', run };

/** The list asks for another page each time, since the first page would come from memory. */
const reading = { 'GET one': readOne, 'list of 10': listDeep };

async function run(bench: Bench): Promise<Row[]> {
  const points: { name: string; line: string; artists: number }[] = [];
  const contenders: Record<string, Contender<number>> = {};

  async function addContenders(artists: number, { file }: FilledStore, workloads: Record<string, Workload>): Promise<void> {
    const { url } = await startService({ database: `sqlite:${file}` });
    for (const [line, workload] of Object.entries(workloads)) {
      const name = `${line}, ${countOf(artists)} artists`;
      points.push({ name, line, artists });
      contenders[name] = async (seconds) => 1e6 / (await closedLoop(url, workload, seconds)).perSecond;
    }
  }

  const stores: [number, FilledStore][] = [];
  for (const artists of bench.sizes.all) stores.push([artists, await bench.store(artists)]);
  for (const [artists, store] of stores) {
    bench.say(`copying a store of ${countOf(artists)} artists`);
    const copy = copyStore(store);
    await addContenders(artists, copy, { POST: add(copy) });
  }
  for (const [artists, store] of stores) {
    await addContenders(artists, store, Object.fromEntries(Object.entries(reading).map(([line, workload]) => [line, workload(store)])));
  }
  // Brings the files into the page cache, where a service that has run for a while has them. The copies may have pushed them out.
  for (const [, { file }] of stores) for await (const _ of Bun.file(file).stream());
  // Many contenders: shorter turns keep the run within its time.
  const results = await rounds({ ...bench, seconds: Math.ceil(bench.seconds / 2) }, contenders);
  return points.map(({ name, line, artists }) => {
    const value = spreadOf(results[name] ?? []);
    return { id: 'growth', work: name, unit: 'µs', value, point: { line, artists } };
  });
}
