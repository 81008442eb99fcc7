import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readTables } from '../../src/store/move/tables.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import { migrations } from '../../src/store/sqlite/migrations.ts';
import { until } from '../faults/until.ts';
import { ask, makeDatabase, type TestDatabase } from '../support/databases.ts';
import { type Answer, commandOf, type Person, type Rockola, runToEnd, startRockola } from '../support/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'rockola-move-'));
const databases: TestDatabase[] = [];
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => `sqlite:${join(folder, name)}`;
const pathOf = (address: string) => address.slice('sqlite:'.length);
async function database(): Promise<string> {
  const made = await makeDatabase('', 'postgres');
  databases.push(made);
  return made.settings.DATABASE_URL as string;
}
const tables = readTables();
const move = (from: string, to: string) => runToEnd({}, ['move', '--from', from, '--to', to]);
const serve = (address: string, settings = {}) => startRockola({ DATABASE_URL: address, ...settings });
const refusedStart = (address: string) => runToEnd({ PORT: '0', DATABASE_URL: address });

/** The exact content of a store. */
async function contents(address: string) {
  const exact = async (sql: string) => {
    if (!address.startsWith('sqlite:')) return ask(address, sql);
    const store = new Database(pathOf(address), { safeIntegers: true });
    const rows = store.query(sql).all();
    store.close();
    return rows;
  };
  return Promise.all(
    tables.map(({ name, columns }) =>
      exact(`select ${columns.map((c) => `"${c.name}"`).join()} from "${name}" order by ${columns[0].name}`),
    ),
  );
}

/** A store with `count` artists as if the service had created them one by one. */
async function makeLarge(address: string, count: number): Promise<void> {
  await (await serve(address, { ROCKOLA_STARTER: 'off' })).stop();
  const store = new Database(pathOf(address));
  const numbers = `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`;
  const members = `json_object('name', 'Banda ' || i, 'description', 'd', 'image', '', 'band', '')`;
  store.run('begin');
  store.run(
    `insert into artist (id, name, description, image, band, version, changed_at) ${numbers} select i, 'Banda ' || i, 'd', '', '', 1, 1000 + i from n`,
  );
  store.run(
    `insert into revision (seq, changeset, at, user_id, kind, id, version, action, shape, members)
     ${numbers} select i, i, 1000 + i, 1, 'artist', i, 1, 'create', 1, ${members} from n`,
  );
  store.run(`update sequence set next = ${count + 1} where kind = 'artist'`);
  store.run('commit');
  store.close();
}

/** Starts a move and resolves once its output contains `awaited`. */
async function startMove(from: string, to: string, awaited: string) {
  const child = Bun.spawn(commandOf('move', '--from', from, '--to', to), { env: {}, stdout: 'pipe', stderr: 'pipe' });
  const { promise: reached, resolve } = Promise.withResolvers<void>();
  let err = '';
  const read = (async () => {
    for await (const chunk of child.stderr) {
      err += new TextDecoder().decode(chunk);
      if (err.includes(awaited)) resolve();
    }
  })();
  const ended = read.then(() => {
    throw new Error(`the move ended too early:\n${err}`);
  });
  await Promise.race([reached, ended]);
  ended.catch(() => {});
  return { child, output: () => read.then(() => err) };
}

/** Pauses a move in its middle. If the move ends before it is paused, another one is started. */
async function pausedAt(from: string, target: () => string | Promise<string>, awaited: string) {
  for (;;) {
    const to = await target();
    const move = await startMove(from, to, awaited);
    move.child.kill('SIGSTOP');
    let state: string | undefined;
    await until(() => {
      state = stateOf(move.child.pid);
      return state === undefined || 'TZ'.includes(state);
    }, 'the move neither stops nor ends');
    if (state === 'T') return { ...move, to };
  }
}

/** The state of a process: T if it is stopped, Z if it has ended, undefined if it is gone. */
function stateOf(pid: number): string | undefined {
  const path = `/proc/${pid}/status`;
  return existsSync(path) ? /^State:\s+(\w)/m.exec(readFileSync(path, 'utf8'))?.[1] : undefined;
}

/** So many artists that the rest of a move takes longer than stopping it. */
const many = 8_000;
/** The output once all artists are copied, before the revisions are. */
const halfway = `Copying artist  ${many}`;

describe('a store that people used', () => {
  const original = file('original.db');
  const back = file('back.db');
  let moved: string;
  let ana: Person;
  let lastingKey: string;
  let last: bigint;
  let before: unknown;
  let firstAnswer: Answer;
  const addOnce = (rockola: Rockola) =>
    rockola.call('POST', `/api/v1/artists/${last}/albums`, {
      body: { name: 'Una vez', year: 1974 },
      key: ana.key,
      headers: { 'Idempotency-Key': 'once' },
    });

  const look = async (rockola: Rockola) =>
    Promise.all(
      [
        '?limit=100',
        '?limit=5&offset=3',
        '/9223372036854775807',
        `/${last}`,
        `/${last}/albums`,
        `/${last}/members`,
        `/${last}/aliases`,
        `/${last - 1n}`,
      ].map(async (path) => {
        const { status, text, headers } = await rockola.call('GET', `/api/v1/artists${path}`);
        return status === 404 ? status : [status, text, headers.get('etag'), headers.get('link')];
      }),
    );

  beforeAll(async () => {
    moved = await database();
    const rockola = await startRockola({ DATABASE_URL: original, ROCKOLA_PUBLIC_URL: 'https://rock.example.org' });
    ana = await rockola.person();
    await rockola.person('Luis');
    lastingKey = (await rockola.cli(['key', 'add', ana.email, '--days', '90'])).out.trim();
    const add = async (body: object) =>
      (await rockola.call('POST', '/api/v1/artists', { body: { name: 'Ñandú 🎸 \\ "x"', ...body }, key: ana.key })).json.id;
    const first: bigint = await add({});
    await add({ id: first + 3n });
    const deleted = await add({});
    last = await add({ description: 'línea\nlínea' });
    await rockola.send('DELETE', `/artists/${deleted}`);
    await rockola.call('POST', '/api/v1/artists', { body: '{"id": 9223372036854775807, "name": "Último"}', key: lastingKey });
    for (const band of ['A', 'B']) await rockola.call('PATCH', `/api/v1/artists/${last}`, { body: { band }, key: ana.key });
    for (const name of ['Uno', 'Dos'])
      await rockola.call('POST', `/api/v1/artists/${last}/albums`, { body: { name, year: 1973 }, key: ana.key });
    const member = { person: first, credited: 'Ñ', roles: ['bass'], from: '1970~', ended: false };
    await rockola.call('POST', `/api/v1/artists/${last}/members`, { body: member, key: ana.key });
    await rockola.call('POST', `/api/v1/artists/${last}/aliases`, { body: { name: 'Ñ', kind: 'nickname' }, key: ana.key });
    await rockola.call('POST', '/api/v1/user/webhooks', {
      body: { url: 'https://radio.example.org/', types: ['artist.created'] },
      token: ana.token,
    });
    await rockola.sql(
      `insert into webhook_attempt (webhook_id, event, type, at, ms, status) select id, 'w1', 'endpoint.test', 1, 2, 204 from webhook`,
    );
    firstAnswer = await addOnce(rockola);
    before = await look(rockola);
    await rockola.stop();
  });

  test('moves to PostgreSQL and back unchanged', async () => {
    const untouched = await contents(original);
    const forth = await move(original, moved);
    expect([forth.code, forth.err]).toEqual([0, expect.stringContaining('Copying artist')]);
    expect(forth.out.match(/yes$/gm)).toHaveLength(tables.length + 1);
    expect(forth.out).toContain('DATABASE_URL=postgres://');
    expect(forth.out + forth.err).not.toContain(`:${new URL(moved).password}@`);
    const homeward = await move(moved, back);
    expect([homeward.code, homeward.err]).toEqual([0, expect.stringContaining('Comparing revision')]);
    expect(await contents(back)).toEqual(untouched);
    expect(await contents(original)).toEqual(untouched);
    const exported = await Promise.all([original, moved, back].map((address) => runToEnd({ DATABASE_URL: address }, ['export'])));
    expect(new Set(exported.map(({ out }) => out)).size).toBe(1);
    expect(exported[0]?.out).toEndWith('"complete":true}\n');
    const sequences = 'select kind, next from sequence union all select name, seq from sqlite_sequence order by 1';
    expect(await ask(back, sequences)).toEqual(await ask(original, sequences));
  });

  test('gives the same answers, accepts the same credentials and assigns the same ids as before', async () => {
    const settings = { ROCKOLA_PUBLIC_URL: 'https://rock.example.org' };
    const made: unknown[] = [];
    for (const address of [moved, back, original]) {
      const rockola = await serve(address, settings);
      expect(rockola.output()).not.toContain('First start');
      expect(await look(rockola)).toEqual(before as never);
      const again = await addOnce(rockola);
      expect([again.text, again.headers.get('etag'), again.headers.get('idempotent-replayed')]).toEqual([
        firstAnswer.text,
        firstAnswer.headers.get('etag'),
        'true',
      ]);
      // The index is built anew, and `rockola check` checks it only once it is complete.
      expect(await found(rockola, 'ultmo')).toBe('Último');
      const check = await rockola.cli(['check']);
      expect([check.code, check.out]).toEqual([0, expect.stringContaining('is whole')]);
      const { status, json } = await rockola.call('POST', '/api/v1/user/login', { body: { email: ana.email, password: ana.password } });
      expect([status, json.token]).toEqual([200, expect.any(String)]);
      const ids = [];
      for (const credentials of [{ token: ana.token }, { key: ana.key }, { key: lastingKey }, { token: json.token }]) {
        const artist = await rockola.call('POST', '/api/v1/artists', { body: { name: 'Nueva' }, ...credentials });
        const album = await rockola.call('POST', `/api/v1/artists/${last}/albums`, { body: { name: 'Nuevo', year: 1999 }, ...credentials });
        ids.push([artist.status, artist.json.id, album.status, album.json.id]);
      }
      ids.push((await rockola.person(`Eva${made.length}`)).id);
      expect((await rockola.cli(['check'])).code).toBe(0);
      const log = await rockola.sql('select count(*) as n, max(seq) as last from revision where seq is not null');
      made.push({ ids, keys: await rockola.sql('select max(id) as key, max(session_id) as session from api_key'), log });
      await rockola.stop();
    }
    expect(made[0]).toEqual({ ...(made[2] as object) });
    expect(made[1]).toEqual({ ...(made[2] as object) });
    expect((made[0] as { ids: bigint[][] }).ids[0]?.[1]).toBe(last + 2n);
  });
});

/** The first result of a search, once the index is complete. */
async function found(rockola: Rockola, text: string): Promise<string | undefined> {
  for (;;) {
    const { status, json } = await rockola.call('GET', `/api/v1/artists?q=${text}`);
    if (status !== 503) return json.data[0]?.name;
    await Bun.sleep(50);
  }
}

describe('a move that is interrupted', () => {
  const original = file('large.db');
  beforeAll(() => makeLarge(original, many));
  const artistsIn = async (address: string) => Number((await ask(address, 'select count(*) as n from artist'))[0]?.n);

  test.each(['postgres', 'sqlite'])('by kill -9 leaves the target empty, and can be repeated, to %s', async (engine) => {
    const fresh = (n: number) => (engine === 'postgres' ? database() : file(`killed${n}.db`));
    let to = await fresh(0);
    for (const awaited of [halfway, 'Comparing artist']) {
      let found = many;
      // On a busy machine the move may end before it is killed.
      for (let tries = 0; found === many && tries < 10; tries++) {
        if (tries > 0) to = await fresh(tries);
        const { child } = await startMove(original, to, awaited);
        child.kill('SIGKILL');
        await child.exited;
        found = await artistsIn(to);
      }
      expect([awaited, found]).toEqual([awaited, 0]);
    }
    const { code, out, err } = await move(original, to);
    expect([code, err]).toEqual([0, expect.stringContaining('Comparing artist')]);
    expect(out).toMatch(new RegExp(`^artist +${many} .*yes$`, 'm'));
    const rockola = await serve(to);
    expect((await rockola.call('GET', '/api/v1/artists?limit=1')).json.meta.total).toBe(BigInt(many));
    const { key } = await rockola.person();
    expect((await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, key })).json.id).toBe(BigInt(many + 1));
    expect((await rockola.cli(['check'])).code).toBe(0);
    await rockola.stop();
  });

  test('locks both stores against services and commands while it runs', async () => {
    const { child, to } = await pausedAt(original, database, halfway);
    expect((await refusedStart(to)).err).toContain('A move from or to this database is under way');
    expect((await refusedStart(original)).err).toContain('Another Rockola is using');
    const command = ['key', 'add', 'operator@localhost'];
    for (const address of [original, to]) expect((await runToEnd({ DATABASE_URL: address }, command)).code).toBe(1);
    expect((await move(original, to)).err).toContain('is in use');
    child.kill('SIGCONT');
    expect(await child.exited).toBe(0);
  });

  test('by its server is reported, and can be repeated', async () => {
    const { child, output, to } = await pausedAt(original, database, halfway);
    await ask(
      to,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'rockola' and datname = current_database()`,
    );
    child.kill('SIGCONT');
    expect([await child.exited, await output()]).toEqual([1, expect.stringContaining('The move was interrupted')]);
    expect((await move(original, to)).code).toBe(0);
  });

  test.each(['postgres', 'sqlite'])('by a change of its source reports the difference, to %s', async (engine) => {
    let tries = 0;
    const target = () => (engine === 'postgres' ? database() : file(`differing${++tries}.db`));
    const { child, output, to } = await pausedAt(original, target, halfway);
    await ask(original, `update artist set band = 'x' where id = 7`);
    child.kill('SIGCONT');
    expect([await child.exited, await output()]).toEqual([1, expect.stringContaining('stays empty')]);
    expect(await new Response(child.stdout).text()).toMatch(/^artist .*NO$/m);
    expect(await artistsIn(to)).toBe(0);
    await ask(original, `update artist set band = '' where id = 7`);
  });
});

describe('a move is refused and changes nothing for', () => {
  const refusal = async (from: string, to: string, expected = 1) => {
    const { code, err } = await move(from, to);
    return code === expected ? err : `ended with ${code}`;
  };
  const source = file('small.db');
  beforeAll(() => makeLarge(source, 3));

  test('a source or target that is served, on either engine', async () => {
    const onSqlite = await serve(file('served.db'), { ROCKOLA_STARTER: 'off' });
    const onPostgres = await serve(await database(), { ROCKOLA_STARTER: 'off' });
    const address = onPostgres.env.DATABASE_URL as string;
    expect(await refusal(file('served.db'), await database())).toContain('Stop the service first');
    expect(await refusal(address, file('new.db'))).toContain('Stop the service first');
    expect(await refusal(source, file('served.db'))).toContain('Stop the service first');
    expect(await refusal(source, address)).toContain('Stop the service first');
    await onSqlite.stop();
    await onPostgres.stop();
    const before = await contents(address);
    expect(await refusal(source, address)).toContain('is not empty');
    expect(await contents(address)).toEqual(before);
  });

  test('the same store twice, by whatever name', async () => {
    symlinkSync(pathOf(source), join(folder, 'alias.db'));
    expect(await refusal(source, file('alias.db'))).toContain('the same store');
    const address = await database();
    expect(await refusal(address, address.replace('127.0.0.1', 'localhost'))).toContain('the same store');
  });

  test('a source that is not there, is no store, or has another schema', async () => {
    const to = file('never.db');
    expect(await refusal(file('nothing.db'), to)).toContain('There is no store at');
    expect(await refusal(await database(), to)).toContain('is no store of Rockola. Correct --from.');
    const old = file('old.db');
    await makeLarge(old, 1);
    await ask(old, `update migration set number = 99 where number = 1`);
    expect(await refusal(old, to)).toContain('schema 99');
    await ask(old, `update migration set number = 1 where number = 99`);
    await ask(old, `delete from migration where number = ${migrations.length}`);
    expect(await refusal(old, to)).toMatch(/parts that Rockola (made|did not make)/);
    const older = openConnection(pathOf(file('older.db')), 'write');
    migrate(older, migrations.slice(0, -1));
    older.close();
    expect(await refusal(file('older.db'), to)).toContain('older schema');
    await Bun.write(join(folder, 'noise.db'), 'no database at all, but a text that is long enough to be one');
    expect(await refusal(file('noise.db'), to)).toContain('cannot be used');
    expect(await Bun.file(pathOf(to)).exists()).toBe(false);
  });

  test('a wrong address; the message does not show its password', async () => {
    const wrong = [await refusal('postgres:/x:canary@host', source, 2), await refusal(source, 'postgres://postgres:canary@127.0.0.1:1/x')];
    expect(wrong).toEqual([expect.stringContaining('--from must be'), expect.stringContaining('host and port in --to')]);
    expect(wrong.join()).not.toContain('canary');
    expect((await runToEnd({}, ['move', '--from', source])).err).toContain('--to');
  });
});

test('every column of both engines is carried over', async () => {
  const [source, target] = [file('small.db'), await database()];
  const url = new URL(target);
  const PGPASSWORD = url.password;
  url.password = '';
  expect((await runToEnd({ PGPASSWORD }, ['move', '--from', source, '--to', url.href])).code).toBe(0);
  const derived = [
    'migration',
    'sequence',
    'total',
    'counted',
    'album_count',
    'account_count',
    'artist_genre',
    'typed_genre',
    'artist_lack',
    'unnumbered_revision',
    'changeset',
    'sqlite_sequence',
    'word',
    'word_form',
    'index_state',
  ];
  const described = tables.flatMap(({ name, columns }) => columns.map((column) => `${name}.${column.name}`)).sort();
  const inSqlite = `select t.name || '.' || c.name as found, t.name as "table" from sqlite_schema t, pragma_table_info(t.name) c where t.type = 'table'`;
  const inPostgres = `select table_name || '.' || column_name as found, table_name as "table" from information_schema.columns where table_schema = 'public'`;
  for (const [address, sql] of [
    [source, inSqlite],
    [target, inPostgres],
  ] as const) {
    const found = (await ask(address, sql))
      .filter(({ table }) => !derived.includes(String(table)) && !/^(artist|album|alias|track)_(index|words)/.test(String(table)))
      .map((row) => String(row.found));
    // Each engine has its own positions of revisions.
    expect(found.filter((column) => column !== 'revision.position').sort()).toEqual(described);
  }
});
