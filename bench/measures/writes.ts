import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import { connections, type Workload } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { runProgram } from '../processes.ts';
import { add, replaceHot, replaceRandom } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { rateRow } from './figures.ts';
import { lostUpdates } from './lostUpdates.ts';

export const writes: Measure = { ids: ['P4', 'P6', 'L2'], title: 'add and replace artists', run };

/** The most changes that the service puts in a transaction, however many connections there are. */
const largestGroup = 512;

async function run(bench: Bench): Promise<Row[]> {
  const store = await bench.store(bench.sizes.usual);
  const alone = copyStore(store);
  const post = await startService({ database: `sqlite:${copyStore(store).file}` });
  const single = await startService({ database: `sqlite:${copyStore(store).file}`, variant: 'one commit each' });
  const put = await startService({ database: `sqlite:${copyStore(store).file}` });
  const hot = await lostUpdates(put.url, replaceHot(store));
  const load = (url: string, workload: Workload) => async (seconds: number) => (await closedLoop(url, workload, seconds)).perSecond;
  const storeAlone = (group: number) => (seconds: number) => runProgram<number>('served', './limits/store.ts', alone.file, group, seconds);
  const results = await rounds(bench, {
    POST: load(post.url, add(store)),
    'POST, a commit each': load(single.url, add(store)),
    'L2, a commit each': storeAlone(1),
    'L2, the store alone': storeAlone(connections),
    'L2 in large groups': storeAlone(largestGroup),
    PUT: load(put.url, replaceRandom(store)),
    'PUT, one hot artist': hot.turn,
  });
  const lost = await hot.lost();
  return rowsOf(results, lost);
}

type Results = Record<
  'POST' | 'POST, a commit each' | 'L2, a commit each' | 'L2, the store alone' | 'L2 in large groups' | 'PUT' | 'PUT, one hot artist',
  number[]
>;

function rowsOf(results: Results, lost: number): Row[] {
  const limit = (work: string, name: keyof Results): Row => ({ id: 'L2', work, unit: '/s', value: spreadOf(results[name]) });
  const row = (id: string, work: string, name: keyof Results, against: keyof Results, goal: number) =>
    rateRow(id, work, results[name], against, results[against], goal);
  return [
    limit('the store alone, a commit a change', 'L2, a commit each'),
    limit(`the store alone, a commit for ${connections}`, 'L2, the store alone'),
    limit(`the store alone, a commit for ${largestGroup}`, 'L2 in large groups'),
    row('P4', 'POST artist, durable, with history', 'POST', 'POST, a commit each', 5),
    row('P4', 'POST artist, durable, with history', 'POST', 'L2, the store alone', 0.5),
    row('P6', 'PUT on random artists', 'PUT', 'POST', 0.8),
    row('P6', 'PUT on one hot artist', 'PUT, one hot artist', 'POST', 0.5),
    { id: 'P6', work: 'answered PUTs on it that left no version', unit: '', value: spreadOf([lost]), goal: { atMost: 0 } },
  ];
}
