import { join } from 'node:path';
import pg from 'pg';
import { hashSecret } from '../../src/model/secret.ts';
import { startPostgres } from '../../test/support/postgres/server.ts';
import { scratchFolder } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Bench, Measure, Missing, Row } from '../measure.ts';
import { output } from '../processes.ts';
import { add, readAll, readOne, search } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { perSecond, rateRow } from './figures.ts';
import { oneAtATime, timeRows, untilSearchable } from './searchTimes.ts';

export const postgres: Measure = { ids: ['P12'], title: 'PostgreSQL, one node', run };

/** Connections of the service's pool, and clients of pgbench. */
const connections = 10;

/** The server syncs as by default. Node and server are bound to no core: with the load they are more processes than the two cores. */
async function run(bench: Bench): Promise<(Row | Missing)[]> {
  if (!Bun.which('pgbench')) return [{ id: 'P12', work: postgres.title, missing: 'pgbench is not installed' }];
  const store = await bench.store(bench.sizes.usual);
  const folder = scratchFolder();
  const server = await startPostgres();
  try {
    bench.say('moving the catalogue to PostgreSQL');
    await moveTo(server.url, store.file);
    const env = { ROCKOLA_POOL: String(connections) };
    const node = await startService({ database: server.url, core: 'any', env });
    await untilSearchable(node.url);
    const searching = oneAtATime(node.url, search(store));
    // First, because the POSTs below change the catalogue.
    const searches = await rounds(bench, { search: searching });
    const results = await rounds(bench, {
      'GET one': async (seconds) => perSecond([await closedLoop(node.url, readOne(store), seconds)]),
      include: async (seconds) => perSecond([await closedLoop(node.url, readAll(store), seconds)]),
      'pgbench, GET one': async (seconds) => [await pgbench(folder, server.url, readScript(store.size), seconds)],
      POST: async (seconds) => perSecond([await closedLoop(node.url, add(store), seconds)]),
      'pgbench, POST': async (seconds) => [await pgbench(folder, server.url, addScript(store.key), seconds)],
    });
    await node.stop();
    const row = (work: string, ours: number[], theirs: number[]) =>
      rateRow('P12', work, ours, 'pgbench with the same statements', theirs, 0.5);
    return [
      row('PostgreSQL, GET one artist', results['GET one'].flat(), results['pgbench, GET one'].flat()),
      rateRow('P12', 'PostgreSQL, `include` of everything', results.include.flat(), 'GET one', results['GET one'].flat(), 0.25),
      row('PostgreSQL, POST artist', results.POST.flat(), results['pgbench, POST'].flat()),
      ...timeRows('PostgreSQL, search, one at a time', searches.search),
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
  if (!tps) throw new Error(`pgbench printed no tps:\n${text}`);
  return Number(tps);
}

const columns = 'id, name, description, image, band, version, changed_at';

function readScript(size: number): string {
  return `\\set id random(1, ${size})\nselect ${columns} from artist where id = :id;\n`;
}

const keyColumns = `select k.id, k.user_id, k.session_id, k.made_by, k.name, k.scopes, k.created_at, k.expires_at, k.last_used_at,
  coalesce(k.revoked_at, s.ended_at) as revoked_at, u.role, u.verified_at, u.suspended_at
  from api_key k join "user" u on u.id = k.user_id left join session s on s.id = k.session_id`;

const description = 'Cantante, guitarrista y poeta, fundador de un grupo de rock de Buenos Aires de los años setenta.';
const words = 'cantante,guitarrista,y,poeta,fundador,de,un,grupo,rock,buenos,aires,los,anos,setenta';

/**
 * The statements of one POST: the check of the key, then in a transaction the same check again, the revision, the artist and
 * its entry in the search index.
 *
 * @param key that the POST carries
 */
function addScript(key: string): string {
  return `\\set n random(1, 1000000000000)
${keyColumns} where k.hash = '${hashSecret(key)}';
begin;
select pg_advisory_xact_lock_shared(7625004, 1);
${keyColumns} where k.hash = '${hashSecret(key)}';
select nextval('artist_id') as id \\gset
insert into revision (changeset, at, user_id, kind, id, version, action, shape, members)
  values (coalesce(null, nextval('changeset')), 1700000000000, 1, 'artist', :id, 1, 'create', 1, json_build_object('name', 'Almendra ' || :n, 'description', '${description}', 'image', '', 'band', 'Almendra')::text)
  on conflict (kind, id, version) do nothing returning changeset;
insert into artist (${columns}, sort_name, sort_band)
  values (:id, 'Almendra ' || :n, '${description}', '', 'Almendra', 1, 1700000000000, 'almendra ' || :n, 'almendra');
insert into word (word, named, forms) values (cast(:n as text), 1, array[]::integer[])
  on conflict (word) do update set named = excluded.named, forms = excluded.forms
    where word.named < excluded.named or (word.named = excluded.named and word.forms <> excluded.forms);
insert into artist_index (id, name_key, title, words)
  values (:id, 'almendra' || :n, array['almendra', cast(:n as text)], string_to_array('almendra,${words},' || :n, ','))
  on conflict (id) do update set name_key = excluded.name_key, title = excluded.title, words = excluded.words;
commit;
`;
}
