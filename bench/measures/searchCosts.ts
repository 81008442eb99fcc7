import { copyStore } from '../catalogue/stores.ts';
import type { StreamResult } from '../load/client.ts';
import { closedLoop, openLoop } from '../load/closed.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { add, readOne, search } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf, rateRow, slowdownRow } from './figures.ts';
import { indexSize } from './indexSize.ts';

/** Measures the cost of search for readers, writers and the disk. */
export const searchCosts: Measure = { ids: ['P7'], title: 'what search costs other requests', run };

const readsPerSecond = 500;
/** Clients that search without pause while the reads of others are measured. */
const searchers = 4;

async function run(bench: Bench): Promise<Row[]> {
  const size = indexSize((await bench.store(bench.sizes.usual)).file);
  return [
    await reads(bench),
    await writes(bench),
    {
      id: 'P7',
      work: `the index of ${countOf(bench.sizes.usual)} artists and their albums`,
      unit: 'MB',
      value: spreadOf([size.index / 1e6]),
      against: `the whole store (${countOf(size.store / 1e6)} MB)`,
      ratio: spreadOf([size.index / size.store]),
    },
  ];
}

export async function reads(bench: Bench): Promise<Row> {
  const store = await bench.store(bench.sizes.usual);
  const { url, stop } = await startService({ database: `sqlite:${store.file}` });
  const reading = { workload: readOne(store), connections: 8, rate: readsPerSecond };
  const searching = { workload: search(store), connections: searchers };
  await closedLoop(url, reading.workload, 1);
  const results = await rounds(bench, {
    alone: (seconds) => openLoop(url, [reading], seconds),
    during: (seconds) => openLoop(url, [reading, searching], seconds),
  });
  await stop();
  const p99 = (turns: StreamResult[][]) => turns.map(([gets]) => gets?.p99 ?? Number.NaN);
  const searched = spreadOf(results.during.map(([, stream]) => stream?.perSecond ?? 0));
  return {
    ...slowdownRow('P7', 'GET p99 during constant searching', p99(results.during), p99(results.alone), 2),
    note: `${searchers} search without pause, ${Math.round(searched.median)} answers/s, with ${readsPerSecond} reads/s`,
  };
}

export async function writes(bench: Bench): Promise<Row> {
  const store = await bench.store(bench.sizes.usual);
  const indexed = await startService({ database: `sqlite:${copyStore(store).file}`, variant: 'as usual' });
  const plain = await startService({ database: `sqlite:${copyStore(store).file}`, variant: 'no search index' });
  const load = (url: string) => async (seconds: number) => (await closedLoop(url, add(store), seconds)).perSecond;
  const results = await rounds(bench, { indexed: load(indexed.url), plain: load(plain.url) });
  return rateRow('P7', 'POST artist with the index', results.indexed, 'without it', results.plain, 0.75);
}
