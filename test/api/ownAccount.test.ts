import { afterAll, describe, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const path = '/api/v1/user';

describe('your account', () => {
  test('is returned to a request with its token or its key', async () => {
    const { id, email, token, key } = await rockola.person('Charly');
    const answer = await rockola.call('GET', path, { token });
    expect(answer.status).toBe(200);
    const { created_at, ...rest } = answer.json;
    expect(rest).toEqual({
      id,
      name: 'Charly',
      public_name: null,
      email,
      role: 'member',
      verified: false,
      suspended: false,
      pending_email: null,
    });
    expect(Math.abs(Date.parse(created_at) - Date.now())).toBeLessThan(60_000);
    expect((await rockola.call('GET', path, { key })).text).toBe(answer.text);
    const etag = answer.headers.get('etag') as string;
    expect((await rockola.call('GET', path, { token, headers: { 'If-None-Match': etag } })).status).toBe(304);
  });

  test('can be renamed, and a change to the same name stores no event', async () => {
    const { id, token } = await rockola.person();
    for (const body of [{ name: 'Luca' }, { name: 'Luca' }, {}]) {
      const answer = await rockola.call('PATCH', path, { token, body });
      expect([answer.status, answer.json.name]).toEqual([200, 'Luca']);
    }
    expect((await rockola.call('GET', path, { token })).json.name).toBe('Luca');
    const renamed = await rockola.sql(`select actor, user_id from account_event where user_id = ${id} and action = 'renamed'`);
    expect(renamed.map(({ actor, user_id }) => [Number(actor), Number(user_id)])).toEqual([[Number(id), Number(id)]]);
    for (const body of [{ name: null }, { name: ' ' }, { role: 'admin' }, { id: 1 }, { user_id: 1 }, { verified: true }])
      expect([body, (await rockola.call('PATCH', path, { token, body })).status]).toEqual([body, 400]);
    expect((await rockola.call('GET', path, { token })).json).toMatchObject({ role: 'member', verified: false });
  });
});

describe('deletion of your account', () => {
  const remove = (token: string, password: string) => rockola.call('POST', `${path}/deletion`, { token, body: { password } });

  test('needs the password', async () => {
    const { token } = await rockola.person();
    const answer = await remove(token, 'rock-n-rolL');
    expect([answer.status, answer.json.errors[0].pointer]).toEqual([400, '/password']);
    expect((await rockola.call('GET', path, { token })).status).toBe(200);
    expect((await rockola.send('POST', `${path}/deletion`, { password: '' })).status).toBe(400);
  });

  test('ends its credentials at once, and frees its address but not its id', async () => {
    const { id, email, token, key, password } = await rockola.person();
    const lasting = (await rockola.call('POST', `${path}/keys`, { token, body: { name: 'x', scopes: ['artists:write'] } })).json.key;
    const artist = (await rockola.call('POST', '/api/v1/artists', { token, body: { name: 'Sumo' } })).json.id;
    expect((await remove(token, password)).status).toBe(204);
    for (const credential of [{ token }, { key }, { key: lasting }])
      expect((await rockola.call('POST', '/api/v1/artists', { ...credential, body: { name: 'x' } })).status).toBe(401);
    const login = { email, password };
    expect((await rockola.call('POST', '/api/v1/user/login', { body: login })).json.type).toEndWith('/invalid-login');
    for (const table of ['session', 'api_key', 'mail_token'])
      expect(await rockola.sql(`select * from ${table} where user_id = ${id}`)).toEqual([]);
    const [creation] = await rockola.sql(`select user_id from revision where kind = 'artist' and id = ${artist}`);
    expect(Number(creation?.user_id)).toBe(Number(id));
    const again = await rockola.call('POST', '/api/v1/user/signup', { body: { name: 'Ana', ...login } });
    expect([again.status, again.json.id > id]).toEqual([201, true]);
  });

  test('succeeds for one of twenty parallel requests; the others get 401', async () => {
    const { token, password } = await rockola.person();
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => remove(token, password)))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 204)).toHaveLength(1);
    expect(statuses.filter((status) => status === 401)).toHaveLength(19);
  });
});
