import { afterAll, expect, test } from 'bun:test';
import { scopes } from '../../src/model/actor.ts';
import { type CallOptions, startRockola } from '../support/harness.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const path = '/api/v1/user/keys';
const createKey = (credential: CallOptions, body: object = {}) =>
  rockola.call('POST', path, { ...credential, body: { name: 'radio', scopes: ['artists:write'], ...body } });
const status = async (key: string) => (await rockola.call('POST', '/api/v1/artists', { key, body: { name: 'x' } })).status;

test('a lasting key is made, shown once, listed, read, changed and revoked', async () => {
  const { token } = await rockola.person();
  const answer = await createKey(
    { token },
    { scopes: ['albums:write', 'artists:write', 'albums:write'], expires_at: '2099-01-01T00:00:00-03:00' },
  );
  expect(answer.status).toBe(201);
  const { key, ...described } = answer.json;
  expect(described).toMatchObject({ name: 'radio', scopes: ['artists:write', 'albums:write'], expires_at: '2099-01-01T03:00:00.000Z' });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const keyPath = answer.headers.get('location') as string;
  expect((await rockola.call('GET', keyPath, { token })).json).toEqual(described);
  expect((await rockola.call('GET', path, { token })).json).toMatchObject({ data: [described], meta: { total: 1n } });
  expect(await rockola.sql(`select hash from api_key where hash like 'rka_%'`)).toEqual([]);
  expect(await status(key)).toBe(201);
  const patch = { name: 'other', scopes: ['albums:write'], expires_at: null };
  expect((await rockola.call('PATCH', keyPath, { token, body: patch })).json).toMatchObject(patch);
  expect((await rockola.call('GET', keyPath, { token })).json).toMatchObject(patch);
  expect(await status(key)).toBe(403);
  expect((await rockola.call('DELETE', keyPath, { token })).status).toBe(204);
  expect(await status(key)).toBe(401);
  for (const method of ['GET', 'DELETE']) expect((await rockola.call(method, keyPath, { token })).status).toBe(404);
  expect((await rockola.call('PATCH', keyPath, { token, body: { name: 'x' } })).status).toBe(404);
  expect((await rockola.call('GET', path, { token })).json.data).toEqual([]);
});

test('an expired key is refused, and can be given more time', async () => {
  const { token } = await rockola.person();
  const { id, key } = (await createKey({ token }, { expires_at: '2099-01-01T00:00:00Z' })).json;
  await rockola.sql(`update api_key set expires_at = ${Date.now() - 1} where id = ${id}`);
  expect(await status(key)).toBe(401);
  expect((await rockola.call('PATCH', `${path}/${id}`, { token, body: { expires_at: '2099-01-01T00:00:00Z' } })).status).toBe(200);
  expect(await status(key)).toBe(201);
});

test('a key gets no more scopes than the credential that makes or changes it has', async () => {
  const { token } = await rockola.person();
  const narrow = (await createKey({ token }, { scopes: ['account', 'artists:write'] })).json;
  const wide = (await createKey({ token }, { scopes })).json;
  const refused = await createKey({ key: narrow.key }, { scopes: ['artists:write', 'albums:write', 'admin'] });
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    403,
    'Bearer realm="rockola", error="insufficient_scope", scope="albums:write admin"',
  ]);
  expect((await createKey({ key: narrow.key }, { scopes: ['artists:write'] })).status).toBe(201);
  const patch = (id: bigint, body: object) => rockola.call('PATCH', `${path}/${id}`, { key: narrow.key, body });
  expect((await patch(narrow.id, { scopes: ['account', 'admin'] })).status).toBe(403);
  expect((await patch(wide.id, { expires_at: '2099-01-01T00:00:00Z' })).status).toBe(403);
  expect((await patch(wide.id, { scopes: ['artists:write'] })).status).toBe(200);
  const keyWithoutAccount = (await createKey({ token })).json.key;
  for (const [method, target] of [
    ['GET', path],
    ['POST', path],
    ['DELETE', `${path}/${wide.id}`],
  ] as const)
    expect((await rockola.call(method, target, { key: keyWithoutAccount, ...(method === 'POST' && { body: {} }) })).status).toBe(403);
});

test('the keys of other accounts and the keys of logins are not found', async () => {
  const [ana, luis] = [await rockola.person(), await rockola.person('Luis')];
  const theirs = (await createKey({ token: luis.token })).json;
  const [login] = await rockola.sql(`select id from api_key where user_id = ${ana.id} and session_id is not null`);
  for (const id of [theirs.id, login?.id]) {
    for (const credential of [{ token: ana.token }, { key: rockola.adminKey }]) {
      for (const method of ['GET', 'DELETE']) expect((await rockola.call(method, `${path}/${id}`, credential)).status).toBe(404);
      expect((await rockola.call('PATCH', `${path}/${id}`, { ...credential, body: { name: 'mine' } })).status).toBe(404);
    }
  }
  expect((await rockola.call('GET', path, { token: ana.token })).json.data).toEqual([]);
  expect(await status(theirs.key)).toBe(201);
});

test('an account has at most a hundred keys, even after parallel requests', async () => {
  const { token } = await rockola.person();
  for (let i = 0; i < 95; i += 19) await Promise.all(Array.from({ length: 19 }, () => createKey({ token })));
  const answers = await Promise.all(Array.from({ length: 20 }, () => createKey({ token })));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array(5).fill(201), ...Array(15).fill(400)]);
  expect(answers.find(({ status }) => status === 400)?.json.detail).toContain('revoke one first');
  expect((await rockola.call('GET', `${path}?limit=1`, { token })).json.meta.total).toBe(100n);
});
