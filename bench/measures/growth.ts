import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { add, listFirst, readOne } from '../requests.ts';
import { type Contender, rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';

/** What a request costs as the catalogue grows: the service's time for one when it has nothing else to do but these. */
export const growth: Measure = { ids: ['growth'], title: 'cost of a request as the catalogue grows', run };

export const growing = { P1: 'GET one', P3: 'list of 10', P4: 'POST' } as const;

async function run(bench: Bench): Promise<Row[]> {
  const contenders: Record<string, Contender<number>> = {};
  const closing: (() => void | Promise<void>)[] = [];
  for (const size of bench.sizes.all) {
    bench.say(`copying a store of ${countOf(size)} artists`);
    const store = copyStore(await bench.store(size));
    const { url, stop } = await startService({ database: `sqlite:${store.file}` });
    const cost = (workload: Workload) => async (seconds: number) => 1e6 / (await closedLoop(url, workload, seconds)).perSecond;
    contenders[`${growing.P1} ${countOf(size)}`] = cost(readOne(store));
    contenders[`${growing.P3} ${countOf(size)}`] = cost(listFirst());
    contenders[`${growing.P4} ${countOf(size)}`] = cost(add(store));
    closing.push(stop, store.remove);
  }
  // Many contenders: shorter turns keep the run within its time.
  const results = await rounds({ ...bench, seconds: Math.ceil(bench.seconds / 2) }, contenders);
  for (const close of closing) await close();
  return Object.entries(results).map(([name, costs]) => ({ id: 'growth', work: `${name} artists`, unit: 'µs', value: spreadOf(costs) }));
}
