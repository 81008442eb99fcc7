import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { residentMegabytes } from '../processes.ts';
import { add, listFirst, readOne } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';

export const start: Measure = { ids: ['P10'], title: 'start, and memory under load', run };

/** The timed starts are not bound to a core, as in ordinary use. */
async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.large));
  const results = await rounds(bench, { 'start to first answer': () => timeToAnswer(store.file) });
  const service = await startService({ database: `sqlite:${store.file}` });
  const memory: number[] = [];
  for (const workload of [readOne(store), listFirst(), add(store), readOne(store)]) {
    bench.say(`memory under load: ${workload.method} ${workload.path}`);
    const sampling = setInterval(async () => memory.push(await residentMegabytes(service.pid)), 500);
    try {
      await closedLoop(service.url, workload, Math.max(2, bench.seconds));
    } finally {
      clearInterval(sampling);
    }
  }
  const catalogue = `on ${countOf(store.size)} artists`;
  return [
    {
      id: 'P10',
      work: `start to first answer ${catalogue}`,
      unit: 'ms',
      value: spreadOf(results['start to first answer']),
      goal: { atMost: 300 },
    },
    {
      id: 'P10',
      work: `most resident memory under load ${catalogue}`,
      unit: 'MB',
      value: spreadOf([Math.max(...memory)]),
      goal: { atMost: 200 },
    },
  ];
}

/** @returns ms from the command to the first artist */
async function timeToAnswer(file: string): Promise<number> {
  const begin = performance.now();
  const service = await startService({ database: `sqlite:${file}`, core: 'any', ready: '/api/v1/artists/1' });
  const elapsed = performance.now() - begin;
  await service.stop();
  return elapsed;
}
