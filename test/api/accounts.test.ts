import { afterAll, describe, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
const admin = { key: rockola.adminKey };
afterAll(() => rockola.stop());

const path = '/api/v1/user/accounts';
const signUp = async (name: string, email: string) =>
  (await rockola.call('POST', '/api/v1/user/signup', { body: { name, email, password: 'rock-n-roll' } })).json.id as bigint;
const status = async (credential: { token?: string; key?: string }) => (await rockola.call('GET', '/api/v1/user', credential)).status;
const patch = (id: bigint, body: object, credential: object = admin) => rockola.call('PATCH', `${path}/${id}`, { ...credential, body });

describe('the list', () => {
  const found = async (query: string) => {
    const { json } = await rockola.call('GET', `${path}?limit=100&search=${encodeURIComponent(query)}`, admin);
    expect(json.meta.total).toBe(BigInt(json.data.length));
    return json.data.map(({ name }: { name: string }) => name);
  };

  test('is searched in names and addresses, literally, but without regard to case', async () => {
    await signUp('Ñandú Ávila', 'avila@radio.example');
    await signUp('100%_real\\', 'percent@example.org');
    await signUp('Sin nada', 'under_score@example.org');
    for (const query of ['ñANDÚ', 'Ñandú á', 'avila@RADIO', 'radio.ex'])
      expect([query, await found(query)]).toEqual([query, ['Ñandú Ávila']]);
    expect(await found('%')).toEqual(['100%_real\\']);
    expect(await found('_')).toEqual(['100%_real\\', 'Sin nada']);
    expect(await found('\\')).toEqual(['100%_real\\']);
    expect(await found("' or 1=1 --")).toEqual([]);
    expect(await found('argon2id')).toEqual([]);
  });

  test('is read page by page, with and without a search', async () => {
    for (let i = 0; i < 5; i++) await signUp(`Coro ${i}`, `coro${i}@example.org`);
    for (const query of ['', '&search=c%C3%B3ro', '&search=coro']) {
      const names: string[] = [];
      let next: string | null = `${path}?limit=2${query}`;
      let total = 0n;
      while (next) {
        const { json } = await rockola.call('GET', next, admin);
        names.push(...json.data.map(({ name }: { name: string }) => name));
        total = json.meta.total;
        next = json.meta.next;
      }
      expect([query, BigInt(names.length)]).toEqual([query, total]);
      if (query === '&search=coro') expect(names).toEqual(['Coro 0', 'Coro 1', 'Coro 2', 'Coro 3', 'Coro 4']);
      else expect(names.length > 5).toBe(query === '');
    }
    const second = await rockola.call('GET', `${path}?limit=2&offset=2&search=coro`, admin);
    expect(second.json.data.map(({ name }: { name: string }) => name)).toEqual(['Coro 2', 'Coro 3']);
    expect(second.headers.get('link')).toContain('search=coro>; rel="prev"');
  });

  test('contains neither a password nor its hash', async () => {
    expect((await rockola.call('GET', `${path}?limit=100`, admin)).text).not.toMatch(/argon|hash|password/);
  });
});

describe('an account that an administrator changes', () => {
  test('gets a role, which takes effect at its next request', async () => {
    const ana = await rockola.person();
    expect((await patch(ana.id, { role: 'reader' })).json).toMatchObject({ id: ana.id, role: 'reader' });
    expect((await rockola.call('POST', '/api/v1/artists', { token: ana.token, body: { name: 'x' } })).status).toBe(403);
    expect((await patch(ana.id, { role: 'king' })).json.errors[0].detail).toContain('reader, member, editor, admin');
  });

  test('can be suspended: its credentials are refused with the reason until it is reinstated', async () => {
    const ana = await rockola.person();
    const body = { name: 'x', scopes: ['account'] };
    const { key } = (await rockola.call('POST', '/api/v1/user/keys', { token: ana.token, body })).json;
    const all = [{ token: ana.token }, { key: ana.key }, { key }];
    expect((await patch(ana.id, { suspended: true })).json.suspended).toBe(true);
    for (const credential of all) expect(await status(credential)).toBe(401);
    const refused = await rockola.call('GET', '/api/v1/user', { key });
    expect([refused.json.type, refused.json.detail]).toEqual([
      expect.stringMatching(/\/invalid-token$/),
      expect.stringContaining('suspended'),
    ]);
    expect((await rockola.call('POST', '/api/v1/user/login', { body: { email: ana.email, password: ana.password } })).status).toBe(401);
    expect((await patch(ana.id, { suspended: false })).json.suspended).toBe(false);
    for (const credential of all) expect(await status(credential)).toBe(200);
  });

  test('is deleted with its logins and keys', async () => {
    const ana = await rockola.person();
    expect((await rockola.call('DELETE', `${path}/${ana.id}`, admin)).status).toBe(204);
    for (const credential of [{ token: ana.token }, { key: ana.key }]) expect(await status(credential)).toBe(401);
    for (const method of ['GET', 'DELETE']) expect((await rockola.call(method, `${path}/${ana.id}`, admin)).status).toBe(404);
    expect((await patch(ana.id, { role: 'reader' })).status).toBe(404);
  });
});

test('administrators cannot take away their own rights, so one remains', async () => {
  const { id } = (await rockola.call('GET', '/api/v1/user', admin)).json;
  for (const body of [{ suspended: true }, { role: 'reader' }]) expect((await patch(id, body)).status).toBe(403);
  expect((await rockola.call('DELETE', `${path}/${id}`, admin)).status).toBe(403);
  expect(await status(admin)).toBe(200);
});

test('commands suspend, reinstate and remove an account, and list its events even after its deletion', async () => {
  const ana = await rockola.person();
  const { key } = (await rockola.call('POST', '/api/v1/user/keys', { token: ana.token, body: { name: 'x', scopes: ['account'] } })).json;
  const row = async () => (await rockola.cli(['account', 'list'])).out.split('\n').find((line) => line.includes(ana.email)) ?? '';
  expect(await row()).toContain('unconfirmed');
  expect((await rockola.cli(['account', 'suspend', ana.email])).out).toContain('is suspended');
  expect([await status({ key }), await row()]).toEqual([401, expect.stringContaining('suspended')]);
  expect((await rockola.cli(['account', 'reinstate', ana.email])).out).toContain('can be used again');
  expect(await status({ key })).toBe(200);
  const events = await rockola.cli(['account', 'events', ana.email]);
  const words = (text: string) => text.match(/signed-up|logged-in|key-made|suspended|reinstated|deleted/g);
  expect(words(events.out)).toEqual(['signed-up', 'logged-in', 'key-made', 'suspended', 'reinstated']);
  expect(events.out).not.toContain(ana.email);
  expect((await rockola.cli(['account', 'remove', ana.email])).out).toContain(`Account ${ana.id} is removed`);
  expect(await status({ key })).toBe(401);
  expect(words((await rockola.cli(['account', 'events', String(ana.id)])).out)).toContain('deleted');
  for (const command of ['suspend', 'reinstate', 'remove', 'events']) {
    const { code, err } = await rockola.cli(['account', command, ana.email]);
    expect([command, code, err]).toEqual([command, 1, expect.stringContaining('account list')]);
  }
});

test('If-Match keeps a change or a deletion of an account from overwriting what others changed', async () => {
  const { id } = await rockola.person('Condicional');
  const path = `/api/v1/user/accounts/${id}`;
  const send = (method: string, tag: string | null, body?: object) =>
    rockola.send(method, path, body, tag === null ? {} : { 'If-Match': tag });
  const tagNow = async () => (await send('GET', null)).headers.get('etag') ?? '';
  const first = await tagNow();
  const suspended = await send('PATCH', first, { suspended: true });
  expect([suspended.status, suspended.headers.get('etag')]).toEqual([200, await tagNow()]);
  const second = await tagNow();
  for (const stale of [first, `W/${second}`, '"x"'])
    for (const [method, body] of [['PATCH', { role: 'admin' }], ['DELETE']] as const) {
      const refused = await send(method, stale, body);
      expect([method, stale, refused.status, refused.headers.get('etag')]).toEqual([method, stale, 412, second]);
    }
  expect(await tagNow()).toBe(second);
  expect((await send('PATCH', second.slice(1, -1), { role: 'admin' })).status).toBe(400);
  expect((await send('PATCH', null, { role: 'reader' })).status).toBe(200);
  expect((await send('PATCH', `"x", ${await tagNow()}`, { role: 'editor' })).status).toBe(200);
  expect((await send('PATCH', '*', { role: 'member' })).status).toBe(200);
  expect((await send('DELETE', await tagNow())).status).toBe(204);
  expect((await send('DELETE', '*')).status).toBe(404);
});

test('with the sign-up closed the refusal says who adds accounts, and the operator can add one', async () => {
  const closed = await startRockola({ ROCKOLA_SIGNUP: 'closed', ROCKOLA_STARTER: 'off' });
  const body = { name: 'Ana', email: 'ana@example.org', password: 'rock-n-roll' };
  const answer = await closed.call('POST', '/api/v1/user/signup', { body });
  expect([answer.status, answer.json.type, answer.json.detail]).toEqual([
    403,
    expect.stringMatching(/\/sign-up-closed$/),
    expect.stringContaining('operator'),
  ]);
  expect((await closed.cli(['account', 'add', 'Ana', body.email], body.password)).code).toBe(0);
  expect((await closed.call('POST', '/api/v1/user/login', { body: { email: body.email, password: body.password } })).status).toBe(200);
  await closed.stop();
});
