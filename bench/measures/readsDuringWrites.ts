import { copyStore } from '../catalogue/stores.ts';
import { closedLoop, openLoop } from '../load/closed.ts';
import { connections } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { add, readOne } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { slowdownRow } from './figures.ts';

export const readsDuringWrites: Measure = { ids: ['P5'], title: 'read while others write', run };

const readsPerSecond = 500;
const shareOfPeak = 0.7;

async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const { url } = await startService({ database: `sqlite:${store.file}` });
  const reading = { workload: readOne(store), connections: 8, rate: readsPerSecond };
  bench.say('peak of writes');
  await closedLoop(url, add(store), Math.min(2, bench.seconds));
  const peak = (await closedLoop(url, add(store), bench.seconds)).perSecond;
  const writing = { workload: add(store), connections, rate: peak * shareOfPeak };
  const results = await rounds(bench, {
    'GET alone': (seconds) => openLoop(url, [reading], seconds),
    'GET during writes': (seconds) => openLoop(url, [reading, writing], seconds),
  });
  const p99 = (turns: (typeof results)['GET alone']) => turns.map(([reads]) => reads?.p99 ?? Number.NaN);
  const written = spreadOf(results['GET during writes'].map(([, writes]) => writes?.perSecond ?? 0));
  return [
    {
      ...slowdownRow('P5', 'GET p99 while POST runs at 70 % of its peak', p99(results['GET during writes']), p99(results['GET alone']), 2),
      note: `${Math.round(written.median)} writes/s with ${readsPerSecond} reads/s, open loop`,
    },
  ];
}
