import { keepAnswers, startMemory, startNginx } from '../limits/answers.ts';
import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Missing, Row } from '../measure.ts';
import { readOne, readUnchanged } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { busyNote, perSecond, rateRow } from './figures.ts';

export const reads: Measure = { ids: ['P1', 'P2', 'L1', 'L4'], title: 'read one artist', run };

async function run(bench: Bench): Promise<(Row | Missing)[]> {
  const store = await bench.store(bench.sizes.usual);
  const service = await startService({ database: `sqlite:${store.file}` });
  const answers = await keepAnswers(service.url, readOne(store));
  await requireUnchanged(service.url, readUnchanged(store));
  const memory = await startMemory(answers);
  const nginx = await startNginx(answers);
  const load = (url: string, workload: Workload) => (seconds: number) => closedLoop(url, workload, seconds);
  const results = await rounds(bench, {
    'GET one': load(service.url, readOne(store)),
    'GET one, 304': load(service.url, readUnchanged(store)),
    L1: load(memory.url, readOne(store)),
    L4: nginx && load(nginx.url, readOne(store)),
  });

  const read = perSecond(results['GET one']);
  const unchanged = perSecond(results['GET one, 304']);
  const limit = perSecond(results.L1);
  return [
    { id: 'L1', work: 'the runtime answering the same from memory', unit: '/s', value: spreadOf(limit), ...busyNote(results.L1) },
    nginx
      ? { id: 'L4', work: 'nginx giving one such answer', unit: '/s', value: spreadOf(perSecond(results.L4)), ...busyNote(results.L4) }
      : { id: 'L4', work: 'nginx giving one such answer', missing: 'nginx is not installed' },
    rateRow('P1', 'GET one artist, random ids', read, 'L1, the runtime from memory', limit, 0.6),
    rateRow('P2', 'the same with If-None-Match, 304', unchanged, 'P1', read, 1),
  ];
}

/** P2 measures only answers of 304. */
async function requireUnchanged(url: string, { path, headers, ids: [, last] }: Workload): Promise<void> {
  for (let id = 1; id <= last; id += Math.ceil(last / 100)) {
    const { status } = await fetch(url + path.replace('{id}', String(id)), { headers });
    if (status !== 304) throw new Error(`artist ${id} answered ${status} instead of 304`);
  }
}
