import { join } from 'node:path';
import pg from 'pg';
import { startPostgres } from '../../test/support/postgres/server.ts';
import { scratchFolder } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Bench, Measure, Missing, Row } from '../measure.ts';
import { output } from '../processes.ts';
import { add, readOne, search } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { ratioOf, spreadOf } from '../spread.ts';
import { perSecond } from './figures.ts';
import { indexed, oneAtATime, timeRows } from './searchTimes.ts';

export const postgres: Measure = { ids: ['P12'], title: 'PostgreSQL, one node', run };

/** Connections of the service's pool, and clients of pgbench. */
const connections = 10;

/** The server syncs as it does out of the box. Node, server and load share the cores: there are more of them than two. */
async function run(bench: Bench): Promise<(Row | Missing)[]> {
  if (!Bun.which('pgbench')) return [{ id: 'P12', work: postgres.title, missing: 'pgbench is not installed' }];
  const store = await bench.store(bench.sizes.usual);
  const folder = scratchFolder();
  const server = await startPostgres();
  try {
    bench.say('moving the catalogue to PostgreSQL');
    await moveTo(server.url, store.file);
    const env = { ROCKOLA_SECRET: crypto.randomUUID(), ROCKOLA_POOL: String(connections) };
    const node = await startService({ database: server.url, core: 'any', env });
    await indexed(node.url);
    const searching = oneAtATime(node.url, search(store));
    const results = await rounds(bench, {
      'GET one': async (seconds) => perSecond([await closedLoop(node.url, readOne(store), seconds)]),
      'pgbench, GET one': async (seconds) => [await pgbench(folder, server.url, readScript(store.size), seconds)],
      POST: async (seconds) => perSecond([await closedLoop(node.url, add(store), seconds)]),
      'pgbench, POST': async (seconds) => [await pgbench(folder, server.url, addScript, seconds)],
    });
    const searches = await rounds(bench, { search: searching });
    await node.stop();
    const row = (work: string, ours: number[], theirs: number[]): Row => ({
      id: 'P12',
      work,
      unit: '/s',
      value: spreadOf(ours),
      against: 'pgbench with the same statements',
      ratio: ratioOf(ours, theirs),
      goal: { atLeast: 0.5 },
    });
    return [
      row('PostgreSQL, GET one artist', results['GET one'].flat(), results['pgbench, GET one'].flat()),
      row('PostgreSQL, POST artist', results.POST.flat(), results['pgbench, POST'].flat()),
      ...timeRows('PostgreSQL, search, one at a time', searches.search),
      { id: 'P12', work: 'PostgreSQL, two nodes against one', missing: 'takes a machine for each node, server and load' },
    ];
  } finally {
    await server.stop();
  }
}

async function moveTo(url: string, file: string): Promise<void> {
  const program = new URL('../../src/main.ts', import.meta.url).pathname;
  await output('any', [process.execPath, program, 'move', '--from', `sqlite:${file}`, '--to', url]);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('vacuum analyze');
  await client.end();
}

/** @returns transactions a second */
async function pgbench(folder: string, url: string, script: string, seconds: number): Promise<number> {
  const file = join(folder, 'script.sql');
  await Bun.write(file, script);
  const command = ['pgbench', '-n', '-M', 'prepared', '-c', String(connections), '-j', '1', '-T', String(seconds), '-f', file, url];
  const { text } = await output('any', command);
  const tps = /^tps = ([\d.]+)/m.exec(text)?.[1];
  if (!tps) throw new Error(`pgbench said no tps:\n${text}`);
  return Number(tps);
}

const columns = 'id, name, description, image, band, version, changed_at';

function readScript(size: number): string {
  return `\\set id random(1, ${size})\nselect ${columns} from artist where id = :id;\n`;
}

/** What one POST says to the server, statement by statement. (pgbench would take ":1" for a variable.) */
const addScript = `begin;
select nextval('artist_id') as id \\gset
insert into revision (changeset, at, user_id, kind, id, version, action, shape, members)
  values (coalesce(null, nextval('changeset')), 1700000000000, 1, 'artist', :id, 1, 'create', 1, '{"name":"Almendra","description":"Cantante, guitarrista y poeta, fundador de un grupo de rock de Buenos Aires de los años setenta.","image":"","band":"Almendra"}')
  on conflict (kind, id, version) do nothing returning changeset;
insert into artist (${columns})
  values (:id, 'Almendra', 'Cantante, guitarrista y poeta, fundador de un grupo de rock de Buenos Aires de los años setenta.', '', 'Almendra', 1, 1700000000000);
commit;
`;
