import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startPostgres } from '../../test/support/postgres/server.ts';
import { scratchFolder } from '../catalogue/stores.ts';
import type { Bench, Measure, Missing, Row } from '../measure.ts';
import { residentMegabytes } from '../processes.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';
import { listen } from './listeners.ts';

export const idle: Measure = { ids: ['P15'], title: 'idle streams of changes', run };

const streams = 10_000;
/** In ms. Meanwhile each stream gets a comment. */
const settling = 10_000;

async function run(bench: Bench): Promise<(Row | Missing)[]> {
  // The runtime raises its limit to the hard one.
  const files = Number(/^Max open files +\S+ +(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  if (files < 1.5 * streams) return [{ id: 'P15', work: idle.title, missing: `ulimit -Hn is below ${1.5 * streams}` }];
  const folder = scratchFolder();
  const server = await startPostgres();
  try {
    const one = await memoryRow(bench, 'SQLite, one thread', `sqlite:${join(folder, 'one.db')}`);
    const three = await memoryRow(bench, 'SQLite, three threads', `sqlite:${join(folder, 'three.db')}`, '3');
    return [one, three, await memoryRow(bench, 'PostgreSQL', server.url)];
  } finally {
    await server.stop();
  }
}

async function memoryRow(bench: Bench, name: string, database: string, threads = '1'): Promise<Row> {
  bench.say(name);
  const service = await startService({ database, core: 'any', env: { ROCKOLA_THREADS: threads } });
  // The first streams of a thread start what all of its streams share.
  await (await listen(service.url, streams / 100)).end();
  const before = await residentMegabytes(service.pid);
  const group = await listen(service.url, streams);
  await Bun.sleep(settling);
  const bytes = ((await residentMegabytes(service.pid)) - before) * 2 ** 20;
  await group.end();
  await service.stop();
  const work = `memory of each of ${countOf(streams)} idle streams, ${name}`;
  return { id: 'P15', work, unit: 'kB', value: spreadOf([bytes / streams / 1_000]), goal: { atMost: 20 } };
}
