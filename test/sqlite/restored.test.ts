import { afterAll, expect, test } from 'bun:test';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Person, startRockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';
import { linkTo } from '../support/links.ts';
import { restoreBackup } from '../support/rollBack.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const user = '/api/v1/user';
const file = (name: string) => join(rockola.folder, name);
const status = async (credential: { token?: string; key?: string }) => (await rockola.call('GET', user, credential)).status;
const logIn = async (email: string, password: string) =>
  (await rockola.call('POST', `${user}/login`, { body: { email, password } })).status;
const { send } = rockola;
const five = <T>(make: (i: number) => Promise<T>) => Promise.all([make(0), make(1), make(2), make(3), make(4)]);
type Key = { id: bigint; key: string };
const lasting = async ({ token }: Person, body: object = {}): Promise<Key> =>
  (await rockola.call('POST', `${user}/keys`, { token, body: { name: 'x', scopes: ['account', 'artists:write'], ...body } })).json;
const change = (person: Person, method: string, path: string, body?: object) =>
  rockola.call(method, `${user}/${path}`, { token: person.token, body });

/** Backs up, does `work`, restores the backup, and starts again. @returns the output of the restore */
async function restoredAfter(work: () => Promise<unknown>): Promise<string> {
  rmSync(file('copy.db'), { force: true });
  expect((await rockola.cli(['backup', file('copy.db')])).code).toBe(0);
  await work();
  return restoreBackup(rockola, file('copy.db'));
}

test('no login, link, job or unconfirmed address of a backup is valid after its restore', async () => {
  const ana = await rockola.person();
  const radio = await lasting(ana);
  const link = await linkTo(rockola, ana.id, 'reset');
  await rockola.sql(`update "user" set pending_email = 'b@e.org', pending_normal_email = 'b@e.org' where id = ${ana.id}`);
  const job = await addJob(rockola, ana.id, 'running');
  const out = await restoredAfter(async () => {});
  expect(out).toContain('All logins, links and jobs of the backup have ended');
  expect((await send('GET', `/jobs/${job}`)).json).toMatchObject({ state: 'failed', outcome: { code: 'interrupted' } });
  for (const credential of [{ token: ana.token }, { key: ana.key }]) expect(await status(credential)).toBe(401);
  expect(await status({ key: radio.key })).toBe(200);
  const body = { token: link, password: 'another-day' };
  expect((await rockola.call('POST', `${user}/password-resets`, { body })).status).toBe(400);
  expect((await rockola.sql('select 1 from "user" where pending_email is not null or pending_normal_email is not null')).length).toBe(0);
  expect((await rockola.cli(['account', 'events', ana.email])).out.trim().split('\n').at(-1)).toMatch(/sessions-ended +the service/);
});

test('credentials that ended since the backup stay ended', async () => {
  const [ana, luis, eva, rita, juan] = await five((i) => rockola.person(['Ana', 'Luis', 'Eva', 'Rita', 'Juan'][i]));
  const [revoked, shortened, narrowed, untouched, other] = await five(() => lasting(ana));
  const keyOfRemoved = await lasting(juan);
  await send('PATCH', `${user}/accounts/${eva.id}`, { role: 'editor' });
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  const out = await restoredAfter(async () => {
    await change(ana, 'DELETE', `keys/${revoked.id}`);
    await change(ana, 'PATCH', `keys/${shortened.id}`, { expires_at: soon });
    await change(ana, 'PATCH', `keys/${narrowed.id}`, { scopes: ['account'] });
    await send('PATCH', `${user}/accounts/${luis.id}`, { suspended: true });
    await send('PATCH', `${user}/accounts/${eva.id}`, { role: 'reader' });
    await change(rita, 'PUT', 'password', { current_password: rita.password, password: 'another-day' });
    await change(juan, 'POST', 'deletion', { password: juan.password });
  });
  expect(out).toContain('Taken over from the former store: 2 keys revoked, 2 keys changed, 1 account suspended, 1 role, 1 password.');
  expect(out).toContain('Accounts that had been removed are back, suspended: 1.');
  expect(await status({ key: revoked.key })).toBe(401);
  const { json } = await rockola.call('GET', `${user}/keys`, { key: untouched.key });
  const keys = new Map(json.data.map(({ id, scopes, expires_at }: Record<string, unknown>) => [id, [scopes, expires_at]]));
  expect([keys.size, ...[shortened, narrowed, untouched, other].map(({ id }) => keys.get(id))]).toEqual([
    4,
    [['artists:write', 'account'], soon],
    [['account'], null],
    [['artists:write', 'account'], null],
    [['artists:write', 'account'], null],
  ]);
  const { data } = (await send('GET', `${user}/accounts?limit=100`)).json;
  const states = new Map(data.map(({ id, role, suspended }: Record<string, unknown>) => [id, [role, suspended]]));
  expect([ana, luis, eva, rita, juan].map(({ id }) => states.get(id))).toEqual([
    ['member', false],
    ['member', true],
    ['reader', false],
    ['member', false],
    ['member', true],
  ]);
  expect(await status({ key: keyOfRemoved.key })).toBe(401);
  expect([await logIn(rita.email, rita.password), await logIn(rita.email, 'another-day')]).toEqual([401, 200]);
});

test('ids assigned since the backup are not assigned again', async () => {
  const made: { id: bigint; key: bigint; artist: bigint }[] = [];
  const makeAll = async () => {
    const person = await rockola.person();
    const artist = (await rockola.call('POST', '/api/v1/artists', { token: person.token, body: { name: 'x' } })).json.id;
    made.push({ id: person.id, key: (await lasting(person)).id, artist });
  };
  await restoredAfter(makeAll);
  await makeAll();
  const [before, after] = made;
  for (const kind of ['id', 'key', 'artist'] as const) expect(after?.[kind]).toBeGreaterThan(before?.[kind] as bigint);
});

test('a backup that is newer than the store that it replaces keeps its own passwords and keys', async () => {
  const [ana, luis] = [await rockola.person(), await rockola.person('Luis')];
  expect((await rockola.cli(['backup', file('older.db')])).code).toBe(0);
  await change(ana, 'PUT', 'password', { current_password: ana.password, password: 'another-day' });
  const fresh = await lasting(luis);
  expect((await rockola.cli(['backup', file('newer.db')])).code).toBe(0);
  await rockola.end();
  copyFileSync(file('older.db'), file('rockola.db'));
  const { out } = await rockola.cli(['restore', file('newer.db')]);
  expect(out).toContain('Taken over from the former store: nothing.');
  await rockola.restart();
  expect([await logIn(ana.email, ana.password), await logIn(ana.email, 'another-day')]).toEqual([401, 200]);
  expect(await status({ key: fresh.key })).toBe(200);
});

test('nothing is taken over from another store, and the message says what to review', async () => {
  const other = await startRockola({ ROCKOLA_STARTER: 'off' }, { fresh: true });
  const people = [await other.person(), await other.person()];
  const keys = await Promise.all(
    people.map(
      async ({ token }) =>
        (await other.call('POST', `${user}/keys`, { token, body: { name: 'x', scopes: ['account'] } })).json.key as string,
    ),
  );
  const backup = file('other.db');
  expect((await other.cli(['backup', backup])).code).toBe(0);
  await other.stop();
  const out = await restoreBackup(rockola, backup);
  expect(out).not.toContain('Taken over');
  for (const command of ['rockola key list', 'rockola account list']) expect(out).toContain(command);
  for (const key of keys) expect(await status({ key })).toBe(200);
});
