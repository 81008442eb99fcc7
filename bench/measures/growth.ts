import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { add, listDeep, readOne } from '../requests.ts';
import { type Contender, rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';

/** What a request costs as the catalogue grows: the service's time for one when it has nothing else to do but these. */
export const growth: Measure = { ids: ['growth'], title: 'cost of a request as the catalogue grows', run };

/** Another page each time: the first would come from memory. */
const works = { 'GET one': readOne, 'list of 10': listDeep, POST: add };

async function run(bench: Bench): Promise<Row[]> {
  const points: { name: string; line: string; artists: number }[] = [];
  const contenders: Record<string, Contender<number>> = {};
  const closing: (() => void | Promise<void>)[] = [];
  for (const artists of bench.sizes.all) {
    bench.say(`copying a store of ${countOf(artists)} artists`);
    const store = copyStore(await bench.store(artists));
    const { url, stop } = await startService({ database: `sqlite:${store.file}` });
    closing.push(stop, store.remove);
    for (const [line, workload] of Object.entries(works)) {
      const name = `${line}, ${countOf(artists)} artists`;
      points.push({ name, line, artists });
      contenders[name] = async (seconds) => 1e6 / (await closedLoop(url, workload(store), seconds)).perSecond;
    }
  }
  // Many contenders: shorter turns keep the run within its time.
  const results = await rounds({ ...bench, seconds: Math.ceil(bench.seconds / 2) }, contenders);
  for (const close of closing) await close();
  return points.map(({ name, line, artists }) => {
    const value = spreadOf(results[name] ?? []);
    return { id: 'growth', work: name, unit: 'µs', value, point: { line, artists } };
  });
}
