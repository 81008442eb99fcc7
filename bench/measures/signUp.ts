import { copyStore } from '../catalogue/stores.ts';
import type { StreamResult } from '../load/client.ts';
import { openLoop } from '../load/closed.ts';
import { connections, type Workload } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { cores, runProgram } from '../processes.ts';
import { readOne } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { rateRow, slowdownRow } from './figures.ts';

export const signUp: Measure = { ids: ['P8', 'L3'], title: 'sign up', run };

/** How many passwords the service hashes at once. */
const pool = Math.max(1, cores - 1);

const signingUp: Workload = {
  method: 'POST',
  path: '/api/v1/user/signup',
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify({ name: 'Ana', email: 'ana{n}@example.org', password: 'i-love-rock' }),
  ids: [1, 1],
};

/** The service is not bound to a core here, because it sizes its hashing pool by the cores of the machine. */
async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const { url } = await startService({ database: `sqlite:${store.file}`, core: 'any' });
  const reading = { workload: readOne(store), connections: 4, rate: 100 };
  const flood = { workload: signingUp, connections };
  const beyond = { workload: signingUp, connections: 400, rate: 400 };
  const hash = (atOnce: number) => async (seconds: number) => [await hashes(atOnce, seconds)];
  const results = await rounds<Partial<StreamResult>[], 'all' | 'L3' | 'alone' | 'flood' | 'beyond'>(bench, {
    all: hash(cores),
    L3: hash(pool),
    alone: (seconds) => openLoop(url, [reading], seconds),
    flood: (seconds) => openLoop(url, [reading, flood], seconds),
    beyond: (seconds) => openLoop(url, [beyond], seconds),
  });
  return rowsOf(results);
}

async function hashes(atOnce: number, seconds: number): Promise<Partial<StreamResult>> {
  return { perSecond: await runProgram<number>('any', './limits/argon2.ts', atOnce, seconds) };
}

function rowsOf(results: Record<'all' | 'L3' | 'alone' | 'flood' | 'beyond', Partial<StreamResult>[][]>): Row[] {
  const rate = (turns: Partial<StreamResult>[][]) => turns.map((streams) => streams.at(-1)?.perSecond ?? Number.NaN);
  const p99 = (turns: Partial<StreamResult>[][]) => turns.map(([reads]) => reads?.p99 ?? Number.NaN);
  const refused = results.beyond.map(([stream]) => stream?.refused ?? { answers: 0, p99: Number.NaN });
  return [
    { id: 'L3', work: `argon2 alone, ${cores} at once`, unit: '/s', value: spreadOf(rate(results.all)) },
    rateRow('P8', `sign-ups, ${pool} hashed at once`, rate(results.flood), `argon2 alone, ${pool} at once`, rate(results.L3), 0.9),
    slowdownRow('P8', 'GET p99 during the flood', p99(results.flood), p99(results.alone), 3),
    {
      id: 'P8',
      work: '503 beyond the queue, p99',
      unit: 'ms',
      value: spreadOf(refused.map(({ p99 }) => p99)),
      goal: { atMost: 50 },
      note: `${refused.reduce((sum, { answers }) => sum + answers, 0)} refusals`,
    },
  ];
}
