import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Command } from 'commander';
import { settings } from '../../src/config/settings.ts';
import { scopes } from '../../src/model/actor.ts';
import { starterCatalogue } from '../../src/starter.ts';
import { until } from '../faults/until.ts';
import { makeProgram } from '../support/commands.ts';
import { engine } from '../support/databases.ts';
import { runToEnd, startRockola } from '../support/harness.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const postgres = engine === 'postgres';

/**
 * A command works the same through the socket of a running server and, without a server, under the store's lock. PostgreSQL has neither.
 */
describe.each(['while a server runs', ...(postgres ? [] : ['with no server running'])])('%s', (situation) => {
  const withoutServer = situation.startsWith('with no');
  const suffix = withoutServer ? '2' : '1';
  beforeAll(async () => {
    if (withoutServer) await rockola.end();
  });
  afterAll(() => (withoutServer ? rockola.restart() : undefined));

  test('accounts are added, listed and given roles', async () => {
    const email = `mercedes${suffix}@example.org`;
    const added = await rockola.cli(['account', 'add', 'Mercedes', email, '--role', 'editor'], 'rock-n-roll\n');
    expect([added.code, added.err, added.out]).toEqual([0, '', expect.stringContaining(`(${email}) has the role editor.`)]);
    expect((await rockola.cli(['account', 'list'])).out).toMatch(new RegExp(`editor +${email} +Mercedes`));
    const role = await rockola.cli(['account', 'role', email.toUpperCase(), 'admin']);
    expect([role.code, role.out]).toEqual([0, expect.stringContaining('is now admin')]);
  });

  test('every listing comes as JSON too, with the columns of the table', async () => {
    const json = async (...args: string[]) => JSON.parse((await rockola.cli([...args, '--json'])).out) as Record<string, unknown>[];
    const accounts = await json('account', 'list');
    expect(accounts[0]).toEqual({ id: 1, state: 'confirmed', role: 'admin', email: 'operator@localhost', name: 'Operator' });
    expect((await json('key', 'list'))[0]).toMatchObject({
      id: 1,
      account: 1,
      state: 'lasting',
      scopes: expect.arrayContaining(['account']),
    });
    expect((await json('account', 'events', 'operator@localhost'))[0]).toMatchObject({ event: expect.any(String), by: null });
    const [made] = await json('history', 'artist', '1001');
    expect(made).toMatchObject({
      version: 1,
      user: null,
      action: 'create',
      changed: expect.arrayContaining([expect.objectContaining({ member: 'name', from: null })]),
    });
  });

  test('the history of a record is shown, deleted or not', async () => {
    const { out } = await rockola.cli(['history', 'artist', '1001', '--limit', '1']);
    expect(out).toMatch(/^VERSION +AT +USER +ACTION +CHANGED +COMMENT +SOURCE +REDACTED\n1 +\d{4}-\S+Z +create +name "/);
    const missing = await rockola.cli(['history', 'album', '987654321']);
    expect([missing.code, missing.out, missing.err]).toEqual([
      1,
      '',
      'There is no album 987654321. Find its id with: GET /api/v1/search?q=NAME\n',
    ]);
    for (const args of [
      ['label', '1'],
      ['artist', '0'],
      ['artist', '9223372036854775808'],
      ['artist', '1', '--limit', '101'],
    ])
      expect((await rockola.cli(['history', ...args])).code).toBe(1);
  });

  test('a command with wrong arguments is refused with a sentence that names them', async () => {
    const again = await rockola.cli(['account', 'add', 'M', `mercedes${suffix}@example.org`], 'rock-n-roll');
    expect([again.code, again.err]).toEqual([1, expect.stringContaining('has an account already')]);
    const errors = await rockola.cli(['account', 'add', ' ', 'nobody'], 'short');
    expect(errors.code).toBe(1);
    for (const part of ['name', 'email', 'password']) expect(errors.err).toContain(`The ${part} `);
    const unknown = await rockola.cli(['account', 'role', 'nobody@example.org', 'admin']);
    expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('no account with the address nobody@example.org')]);
    expect((await rockola.cli(['account', 'role', `mercedes${suffix}@example.org`, 'king'])).err).toContain(
      'reader, member, editor, admin',
    );
    expect((await rockola.cli(['key', 'add', 'operator@localhost', '--scopes', 'all'])).err).toContain('artists:write');
    expect((await rockola.cli(['key', 'add', 'operator@localhost', '--days', '0'])).err).toContain('1 to 3650');
    expect((await rockola.cli(['key', 'revoke', '999'])).err).toContain('no key 999');
  });

  test('keys are made, listed and revoked', async () => {
    const name = `radio${suffix}`;
    const made = await rockola.cli(['key', 'add', 'operator@localhost', '--name', name, '--days', '30', '--scopes', 'artists:write']);
    expect(made.out.trim()).toMatch(/^rka_\w{36}$/);
    const row = async () => (await rockola.cli(['key', 'list'])).out.split('\n').find((line) => line.includes(name)) ?? '';
    expect(await row()).toMatch(/until \d{4}-\d\d-\d\d .*artists:write$/);
    expect((await rockola.cli(['key', 'revoke', (await row()).split(' ')[0] as string])).code).toBe(0);
    expect(await row()).toContain('revoked');
  });

  test('check reports how many records and revisions it read', async () => {
    const { code, out } = await rockola.cli(['check']);
    const [counts, whole] = out.split('\n');
    const records = starterCatalogue('es').reduce(
      (sum, { albums, albumDetails, aliases, members, identifiers, credits, sources }) =>
        sum + 2 + [albums, albumDetails, aliases, members, identifiers, credits, sources].flat().length,
      0,
    );
    expect([code, counts, whole]).toEqual([0, `${records} records, ${records} revisions.`, expect.stringMatching(/is whole\.$/)]);
  });
});

test('by default a key has all scopes and does not expire; --days and --scopes limit it', async () => {
  const day = 86_400_000;
  const made = async (...options: string[]) => {
    const from = Date.now();
    const { code } = await rockola.cli(['key', 'add', 'operator@localhost', ...options]);
    const [row] = await rockola.sql('select name, scopes, expires_at from api_key order by id desc limit 1');
    return { code, from, to: Date.now(), name: row?.name, scopes: String(row?.scopes).split(' '), end: row?.expires_at };
  };
  const usual = await made();
  expect(usual).toMatchObject({ code: 0, name: 'made by the operator', scopes: [...scopes], end: null });
  const chosen = await made('--days', '30', '--scopes', 'albums:write, account');
  expect([chosen.code, chosen.scopes]).toEqual([0, ['albums:write', 'account']]);
  expect(Number(chosen.end) - 30 * day).toBeWithin(chosen.from, chosen.to + 1);
});

/** Every default in the help of a command, and the test that uses it. */
const defaults: Record<string, string> = {
  'account add --role': 'here',
  'key add --name': 'here',
  'key add --scopes': 'here',
  'key add --days': 'here',
  'history --limit': 'here',
  'export --format': 'test/api/export.test.ts',
  'import --encoding': 'test/api/import.test.ts',
  'import --format': 'test/api/import.test.ts',
  'import --report': 'test/api/import.test.ts',
  'import --skip-errors': 'test/api/import.test.ts',
  'backup --keep': 'test/sqlite/backup.test.ts',
  'undo account --until': 'test/api/undoCommand.test.ts',
  'undo account --dry-run': 'test/api/undoCommand.test.ts',
  'starter --add': 'test/api/starterAdd.test.ts',
  'starter --dry-run': 'test/api/starterAdd.test.ts',
};

test('every default in the help of a command is tested', async () => {
  const defaultsOf = (command: Command, above: string[] = []): string[] =>
    command.commands.flatMap((below) => {
      const path = [...above, below.name()];
      const withDefault = below.options.filter(
        ({ defaultValue, description }) => defaultValue !== undefined || description.includes('(default: '),
      );
      return [...withDefault.map(({ long }) => `${path.join(' ')} ${long}`), ...defaultsOf(below, path)];
    });
  expect(defaultsOf(makeProgram()).toSorted()).toEqual(Object.keys(defaults).toSorted());
  for (const where of Object.values(defaults))
    expect([where, where === 'here' || existsSync(join(import.meta.dir, '../..', where))]).toEqual([where, true]);
  expect((await rockola.cli(['account', 'add', 'Charly', 'charly@example.org'], 'rock-n-roll\n')).out).toContain('has the role member.');
  const { json } = await rockola.send('POST', '/artists', { name: 'x' });
  for (let n = 0; n < 24; n++) await rockola.send('PATCH', `/artists/${json.id}`, { band: `${n}` });
  const shown = await rockola.cli(['history', 'artist', String(json.id), '--json']);
  expect([JSON.parse(shown.out).length, shown.err]).toEqual([20, 'There are older versions: --before 6\n']);
});

test('listings are in order of id; the events of an account are in order of time, with the actor', async () => {
  await rockola.person('Orden');
  const ids = async (...args: string[]) =>
    (JSON.parse((await rockola.cli([...args, '--json'])).out) as Record<string, unknown>[]).map(({ id, time }) => (id ?? time) as number);
  for (const listing of [
    ['account', 'list'],
    ['key', 'list'],
    ['account', 'events', 'operator@localhost'],
  ]) {
    const found = await ids(...listing);
    expect([listing, found.length > 1, found]).toEqual([listing, true, found.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))]);
  }
  const { json } = await rockola.send('POST', '/user/keys', { name: 'x', scopes: ['account'] });
  const events = (await rockola.cli(['account', 'events', 'operator@localhost'])).out.split('\n');
  expect(events.find((line) => line.includes('signed-up'))).toMatch(/signed-up +the service$/);
  expect(events.find((line) => line.endsWith(` ${json.id}`))).toMatch(/key-made +account 1 /);
});

test('the operations of the API are listed with the right that each needs, even with invalid settings', async () => {
  const { code, out, err } = await runToEnd({ DATABASE_URL: 'nonsense' }, ['routes', '--json']);
  expect([code, err]).toEqual([0, '']);
  const listed = JSON.parse(out) as Record<string, unknown>[];
  const document = (await (await fetch(`${rockola.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  const documented = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
  );
  expect(listed.map(({ method, path, operation }) => `${method} ${path} ${operation}`).toSorted()).toEqual(documented.toSorted());
  expect(listed.filter(({ operation }) => ['createArtist', 'readArtist', 'listBands'].includes(operation as string))).toEqual([
    { method: 'POST', path: '/api/v1/artists', role: 'member', scope: 'artists:write', operation: 'createArtist' },
    { method: 'GET', path: '/api/v1/artists/{artistId}', role: 'anyone (editor)', scope: null, operation: 'readArtist' },
    { method: 'GET', path: '/api/v1/bands', role: 'anyone', scope: null, operation: 'listBands' },
  ]);
});

test.skipIf(postgres)('health succeeds only if the server is ready', async () => {
  for (const [status, state, code] of [
    [200, 'ready', 0],
    [503, 'draining', 1],
    [500, 'broken', 1],
  ] as const) {
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', routes: { '/readyz': Response.json({ status: state }, { status }) } });
    const { code: exit, out, err } = await runToEnd({ PORT: String(server.port) }, ['health']);
    await server.stop(true);
    expect([status, exit, (out + err).includes(code === 0 ? 'is ready' : state)]).toEqual([status, code, true]);
  }
});

test('a command works on the store of a server that was killed', async () => {
  await rockola.end('SIGKILL');
  const added = await rockola.cli(['account', 'add', 'Luca', 'luca@example.org'], 'rock-n-roll\n');
  expect([added.code, added.err]).toEqual([0, '']);
  await rockola.restart();
  const answer = await rockola.call('POST', '/api/v1/user/login', { body: { email: 'luca@example.org', password: 'rock-n-roll' } });
  expect(answer.status).toBe(200);
});

test('ending all logins reports how many logins and links ended', async () => {
  const people = [await rockola.person('Uno'), await rockola.person('Dos')];
  const count = async (query: string) => Number((await rockola.sql(`select count(*) as n from ${query}`))[0]?.n);
  const logins = await count(`session where ended_at is null and expires_at > ${Date.now()}`);
  for (let n = 0; n <= logins; n++)
    await rockola.sql(`insert into mail_token (hash, user_id, purpose, email, created_at, expires_at)
      values ('link ${n}', ${people[n % 2]?.id}, 'reset', 'x', 1, ${Date.now() + 60_000}) returning hash`);
  const links = await count('mail_token');
  const { out } = await rockola.cli(['account', 'log-out', '--all']);
  expect(out).toBe(`${logins} logins and ${links} links have ended.\n`);
  expect([await count('session where ended_at is null'), await count('mail_token')]).toEqual([0, 0]);
});

test.skipIf(postgres)('help is complete and names every setting', async () => {
  const { out, code } = await runToEnd({}, ['serve', '--help']);
  expect(code).toBe(0);
  for (const { name, defaultText } of settings) expect(out).toMatch(new RegExp(`${name} .*\\[${defaultText}\\]`));
  const main = await runToEnd({}, ['--help']);
  for (const command of ['serve', 'account', 'key', 'check']) expect(main.out).toContain(command);
  const wrong = await runToEnd({}, ['serv']);
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('--help')]);
});

test.skipIf(postgres)('a command on a missing store creates none', async () => {
  for (const args of [['check'], ['account', 'list'], ['key', 'add', 'operator@localhost']]) {
    const { code, err } = await runToEnd({ DATABASE_URL: 'sqlite:/tmp/rockola-no-such/x.db' }, args);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no store at /tmp/rockola-no-such/x.db')]);
  }
});

test.skipIf(postgres)('if the server ends before it answers, the command says that the outcome is unknown', async () => {
  const server = await startRockola();
  server.process.kill('SIGSTOP');
  // The command waits for an answer once the system lists its connection to the socket.
  const sockets = () => readFileSync('/proc/net/unix', 'utf8').split(`${basename(server.folder)}/`).length - 1;
  const listening = sockets();
  const adding = server.cli(['account', 'add', 'León', 'leon@example.org'], 'rock-n-roll');
  await until(() => sockets() > listening, 'the command does not connect');
  await Bun.sleep(100);
  await server.end('SIGKILL');
  const { code, err } = await adding;
  expect([code, err]).toEqual([1, expect.stringContaining('Whether the change was made is not known')]);
  await server.stop();
});
