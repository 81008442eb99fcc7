import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { metric } from '../support/metric.ts';

const rockola = await startRockola({ ROCKOLA_METRICS_PORT: '0' });
afterAll(() => rockola.stop());

const path = '/api/v1/user/sessions';
type Login = { token: string; api_key: string };
const logIn = async ({ email, password }: { email: string; password: string }, device = ''): Promise<Login> =>
  (await rockola.call('POST', '/api/v1/user/login', { body: { email, password }, headers: { 'User-Agent': device } })).json;
const sessions = async (credential: { token?: string; key?: string }) => (await rockola.call('GET', path, credential)).json.data;
const status = async (credential: { token?: string; key?: string }) => (await rockola.call('GET', '/api/v1/user', credential)).status;

test('your logins are listed with their devices, and the current one is marked', async () => {
  const ana = await rockola.person();
  const phone = await logIn(ana, `Radio/1.0 ${'x'.repeat(300)}`);
  const found = await sessions({ key: phone.api_key });
  expect(found).toHaveLength(2);
  expect(found.map(({ current }: { current: boolean }) => current)).toEqual([false, true]);
  expect(found[1]).toMatchObject({ device: `Radio/1.0 ${'x'.repeat(190)}`, last_used_at: null });
  // A login expires after a day, and a moment passes until it is stored.
  const life = Date.parse(found[1].expires_at) - Date.parse(found[1].created_at);
  expect(life).toBeWithin(24 * 3_600_000 - 10_000, 24 * 3_600_000 + 1);
  expect((await sessions({ token: ana.token })).map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
  const first = await rockola.call('GET', `${path}?limit=1`, { token: ana.token });
  expect([first.json.meta.total, first.json.data[0].id]).toEqual([2n, found[0].id]);
  const second = await rockola.call('GET', first.json.meta.next, { token: ana.token });
  expect([second.json.data[0].id, second.json.meta.next]).toEqual([found[1].id, null]);
  expect((await rockola.call('GET', `${path}?limit=1&offset=1`, { token: ana.token })).json.data[0].id).toBe(found[1].id);
});

test('the end of a login ends only its token and its key, at once', async () => {
  const ana = await rockola.person();
  const phone = await logIn(ana);
  const id = (await sessions({ token: phone.token })).at(-1).id;
  expect((await rockola.call('DELETE', `${path}/${id}`, { token: ana.token })).status).toBe(204);
  for (const credential of [{ token: phone.token }, { key: phone.api_key }]) expect(await status(credential)).toBe(401);
  for (const credential of [{ token: ana.token }, { key: ana.key }]) expect(await status(credential)).toBe(200);
  expect((await rockola.call('DELETE', `${path}/${id}`, { token: ana.token })).status).toBe(404);
  expect(await sessions({ token: ana.token })).toHaveLength(1);
});

test('of each account the newest 100 ended logins and about 1,000 of their events are kept', async () => {
  const [ana, eva] = [await rockola.person(), await rockola.person('Eva')];
  for (const { id } of [ana, eva]) await addEnded(id, 290);
  const storedOf = async ({ id }: { id: bigint }) => [
    ...(await rockola.sql(`select count(*) as n, min(ended_at) as first from session where user_id = ${id} and ended_at is not null`)),
    ...(await rockola.sql(`select count(*) as n from api_key where user_id = ${id} and session_id is not null`)),
    ...(await rockola.sql(`select count(*) as n, min(at) as first from account_event where user_id = ${id} and action = 'session-ended'`)),
    ...(await rockola.sql(`select count(*) as n from account_event where user_id = ${id} and action = 'suspended'`)),
  ];
  const before = await storedOf(eva);
  const { token } = await logIn(ana);
  // 290 logins ended and 1,160 events were added; the first login of all is older than these.
  expect(await storedOf(ana)).toEqual([{ n: 100, first: 191 }, { n: 102 }, { n: 999, first: 162 }, { n: 1_160 }]);
  for (let i = 0; i < 2; i++) await logIn(ana);
  expect(await storedOf(ana)).toEqual([{ n: 100, first: 191 }, { n: 104 }, { n: 997, first: 164 }, { n: 1_160 }]);
  expect([await status({ token }), await storedOf(eva)]).toEqual([200, before]);
});

/**
 * Adds ended logins with their keys, and for each login four events of both kinds. Only the number of `session-ended` events is bounded.
 */
async function addEnded(accountId: bigint, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => `(${accountId}, 'ended ${accountId} ${i}', 1, 2, ${i + 1}, '')`);
  await rockola.sql(`insert into session (user_id, token_hash, created_at, expires_at, ended_at, device) values ${rows}`);
  await rockola.sql(`insert into api_key (user_id, session_id, name, hash, scopes, created_at)
    select user_id, id, 'login', token_hash, '', 1 from session where user_id = ${accountId} and ended_at is not null`);
  const events = Array.from(
    { length: count * 4 },
    (_, i) => `(${i + 1}, ${accountId}, 'session-ended'), (${i + 1}, ${accountId}, 'suspended')`,
  );
  await rockola.sql(`insert into account_event (at, user_id, action) values ${events}`);
}

test('the events of an account include those of its logins, with the actor and the login', async () => {
  const ana = await rockola.person();
  await logIn(ana);
  const [first, second] = (await sessions({ token: ana.token })).map(({ id }: { id: bigint }) => Number(id));
  expect((await rockola.call('DELETE', `${path}/${second}`, { token: ana.token })).status).toBe(204);
  expect((await rockola.call('DELETE', path, { token: ana.token })).status).toBe(204);
  const anaId = Number(ana.id);
  const events = await rockola.sql(`select action, actor, subject from account_event where user_id = ${ana.id} order by id`);
  expect(events.map(({ action, actor, subject }) => [action, actor, subject])).toEqual([
    ['signed-up', null, null],
    ['logged-in', anaId, first],
    ['logged-in', anaId, second],
    ['session-ended', anaId, second],
    ['sessions-ended', anaId, null],
  ]);
});

test('at most a hundred logins are valid at once: each further login ends the oldest, even in parallel', async () => {
  const ana = await rockola.person();
  const [{ id: first }] = await sessions({ token: ana.token });
  for (let i = 0; i < 99; i++)
    await rockola.sql(`insert into session (user_id, token_hash, created_at, expires_at, device)
      values (${ana.id}, 'hash ${ana.id} ${i}', 1, ${Date.now() + 3_600_000}, '')`);
  const more = await Promise.all(Array.from({ length: 3 }, () => logIn(ana)));
  expect(await status({ token: ana.token })).toBe(401);
  const { json } = await rockola.call('GET', `${path}?limit=100`, { token: more[0]?.token ?? '' });
  expect([json.meta.total, json.data[0].id]).toEqual([100n, first + 3n]);
  for (const { token, api_key: key } of more) expect([await status({ token }), await status({ key })]).toEqual([200, 200]);
  const events = await rockola.sql(
    `select subject from account_event where user_id = ${ana.id} and action = 'session-ended' order by subject`,
  );
  expect(events.map(({ subject }) => BigInt(String(subject)))).toEqual([first, first + 1n, first + 2n]);
});

test('the login of another account is not found', async () => {
  const [ana, luis] = [await rockola.person(), await rockola.person('Luis')];
  const id = (await sessions({ token: luis.token }))[0].id;
  for (const credential of [{ token: ana.token }, { key: rockola.adminKey }])
    expect((await rockola.call('DELETE', `${path}/${id}`, credential)).status).toBe(404);
  expect(await status({ token: luis.token })).toBe(200);
});

test('a request can end all logins; lasting keys stay valid', async () => {
  const ana = await rockola.person();
  const phone = await logIn(ana);
  const body = { name: 'radio', scopes: ['account'] };
  const { key: lasting } = (await rockola.call('POST', '/api/v1/user/keys', { token: ana.token, body })).json;
  expect((await rockola.call('DELETE', path, { token: ana.token })).status).toBe(204);
  for (const ended of [{ token: ana.token }, { key: ana.key }, { token: phone.token }, { key: phone.api_key }])
    expect(await status(ended)).toBe(401);
  expect(await status({ key: lasting })).toBe(200);
  expect(await sessions({ key: lasting })).toEqual([]);
});

test('a check of a credential writes nothing; the time of its last use is written when the service stops', async () => {
  const ana = await rockola.person();
  const body = { name: 'radio', scopes: ['account'] };
  const { key: lasting } = (await rockola.call('POST', '/api/v1/user/keys', { token: ana.token, body })).json;
  const changes = () => metric(rockola, 'rockola_store_writes_total');
  const before = await changes();
  const from = Date.now();
  for (let i = 0; i < 300; i++) await status(i % 2 ? { key: lasting } : { token: ana.token });
  expect(await changes()).toBe(before);
  expect((await sessions({ token: ana.token }))[0].last_used_at).toBeNull();
  const to = Date.now();
  await rockola.restart();
  const used = [
    (await sessions({ token: ana.token }))[0].last_used_at,
    (await rockola.call('GET', '/api/v1/user/keys', { key: lasting })).json.data[0].last_used_at,
  ];
  for (const at of used) expect(Date.parse(at)).toBeWithin(from - 1_000, to + 1);
});
