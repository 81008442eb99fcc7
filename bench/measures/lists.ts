import { keepAnswers, startMemory } from '../limits/answers.ts';
import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { listDeep, listFirst } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { busyNote, countOf, perSecond, rateRow } from './figures.ts';

export const lists: Measure = { ids: ['P3'], title: 'list ten artists with their total', run };

async function run(bench: Bench): Promise<Row[]> {
  const { usual, small, large } = bench.sizes;
  const served = new Map<number, Awaited<ReturnType<typeof serve>>>();
  for (const size of new Set([usual, small, large])) served.set(size, await serve(bench, size));
  const [middle, few, many] = [served.get(usual), served.get(small), served.get(large)];
  if (!middle || !few || !many) throw new Error('a size is not served');
  const memory = await startMemory(await keepAnswers(middle.url, listFirst()));
  const load =
    ({ url }: { url: string }, workload: Workload) =>
    (seconds: number) =>
      closedLoop(url, workload, seconds);
  const results = await rounds(bench, {
    list: load(middle, listFirst()),
    'list, other pages': load(middle, listDeep(middle)),
    'L1 list': load(memory, listFirst()),
    'list, few': load(few, listFirst()),
    'list, many': load(many, listFirst()),
    'deep list, few': load(few, listDeep(few)),
    'deep list, many': load(many, listDeep(many)),
  });

  const figure = (name: keyof typeof results) => perSecond(results[name]);
  const row = (work: string, name: keyof typeof results, against: keyof typeof results, label: string, goal: number): Row => ({
    ...rateRow('P3', work, figure(name), label, figure(against), goal),
    ...busyNote(results[against]),
  });
  const largeSize = `at ${countOf(large)} artists`;
  return [
    row('list of 10 with total', 'list', 'L1 list', 'L1, that page from memory', 0.4),
    row('list of 10 with total, each time another page', 'list, other pages', 'L1 list', 'L1, a page from memory', 0.3),
    row(`list of 10 ${largeSize}, first page`, 'list, many', 'list, few', `the same at ${countOf(small)}`, 0.8),
    row(`list of 10 ${largeSize}, far page by next`, 'deep list, many', 'deep list, few', `the same at ${countOf(small)}`, 0.8),
    row(`list of 10 ${largeSize}, far page by next`, 'deep list, many', 'list, many', 'its first page', 0.8),
  ];
}

async function serve(bench: Bench, size: number) {
  const store = await bench.store(size);
  return { ...store, ...(await startService({ database: `sqlite:${store.file}` })) };
}
