import { afterAll, describe, expect, test } from 'bun:test';
import { hash } from '@node-rs/argon2';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({}, { costlyHashes: true });
afterAll(() => rockola.stop());

const change = (token: string, current_password: string, password: string) =>
  rockola.call('PUT', '/api/v1/user/password', { token, body: { current_password, password } });
const logIn = (email: string, password: string) => rockola.call('POST', '/api/v1/user/login', { body: { email, password } });
const signUp = (body: object) => rockola.call('POST', '/api/v1/user/signup', { body: { name: 'Ana', ...body } });
const status = async (credential: { token?: string; key?: string }) => (await rockola.call('GET', '/api/v1/user', credential)).status;
const newPassword = 'muchacha ojos de papel';

describe('a change of the password', () => {
  test('needs the current password, and ends all other logins', async () => {
    const ana = await rockola.person();
    const thief = (await logIn(ana.email, ana.password)).json;
    const lasting = await rockola.call('POST', '/api/v1/user/keys', { token: ana.token, body: { name: 'x', scopes: ['account'] } });
    const wrong = await change(ana.token, 'rock-n-rolL', newPassword);
    expect([wrong.status, wrong.json.errors]).toEqual([
      400,
      [{ pointer: '/current_password', detail: 'is not the password of this account' }],
    ]);
    expect(await status({ token: thief.token })).toBe(200);
    expect((await change(ana.token, ana.password, newPassword)).status).toBe(204);
    for (const ended of [{ token: thief.token }, { key: thief.api_key }]) expect(await status(ended)).toBe(401);
    for (const valid of [{ token: ana.token }, { key: ana.key }, { key: lasting.json.key }]) expect(await status(valid)).toBe(200);
    expect((await logIn(ana.email, ana.password)).status).toBe(401);
    expect((await logIn(ana.email, newPassword)).status).toBe(200);
  });

  test('with a lasting key ends every login', async () => {
    const ana = await rockola.person();
    const body = { name: 'x', scopes: ['account'] };
    const { key } = (await rockola.call('POST', '/api/v1/user/keys', { token: ana.token, body })).json;
    const answer = await rockola.call('PUT', '/api/v1/user/password', {
      key,
      body: { current_password: ana.password, password: newPassword },
    });
    expect([answer.status, await status({ token: ana.token }), await status({ key })]).toEqual([204, 401, 200]);
  });

  test('of ten parallel changes from the same password one is made, and its password logs in', async () => {
    const ana = await rockola.person();
    const wanted = Array.from({ length: 10 }, (_, i) => `${newPassword} ${i}`);
    const answers = await Promise.all(wanted.map((password) => change(ana.token, ana.password, password)));
    const accepted = answers.flatMap(({ status }, i) => (status === 204 ? [wanted[i] as string] : []));
    expect(accepted).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(9);
    expect((await logIn(ana.email, accepted[0] as string)).status).toBe(200);
  });
});

describe('a password that attackers try first', () => {
  const common = ['password1', 'PASSWORD123', 'qwertyuiop', 'rockola1', 'Rockola2026'];

  test('is refused at sign-up with the reason, together with all other errors', async () => {
    for (const password of [...common, 'charly.garcia@example.org', 'CHARLY.GARCIA']) {
      const answer = await signUp({ email: 'Charly.Garcia@example.org', password, role: 'x' });
      expect([password, answer.status, answer.json.errors?.map(({ pointer }: { pointer: string }) => pointer).sort()]).toEqual([
        password,
        400,
        ['/password', '/role'],
      ]);
    }
    expect((await signUp({ email: 'c@example.org', password: 'password1' })).json.errors[0].detail).toContain('most common');
    for (const [i, password] of ['i-love-rock', 'rock-n-roll'].entries())
      expect((await signUp({ email: `fan${i}@example.org`, password })).status).toBe(201);
  });

  test('is refused in a change of the password and by the command that adds an account', async () => {
    const ana = await rockola.person();
    for (const password of [...common, ana.email]) {
      const answer = await change(ana.token, ana.password, password);
      expect([password, answer.status, answer.json.errors[0].pointer]).toEqual([password, 400, '/password']);
    }
    expect((await logIn(ana.email, ana.password)).status).toBe(200);
    const added = await rockola.cli(['account', 'add', 'M', 'm@example.org'], 'password1');
    expect([added.code, added.err]).toEqual([1, expect.stringContaining('The password is one of the most common')]);
  });
});

test('a hash of lower cost is replaced at the next login with the right password', async () => {
  const ana = await rockola.person();
  const storedHash = async () => String((await rockola.sql(`select password_hash from "user" where id = ${ana.id}`))[0]?.password_hash);
  const atFullCost = await storedHash();
  expect(atFullCost).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  expect((await logIn(ana.email, ana.password)).status).toBe(200);
  expect(await storedHash()).toBe(atFullCost);
  const cheap = await hash(ana.password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await rockola.sql(`update "user" set password_hash = '${cheap}' where id = ${ana.id}`);
  expect((await logIn(ana.email, 'rock-n-rolL')).status).toBe(401);
  expect(await storedHash()).toBe(cheap);
  expect((await logIn(ana.email, ana.password)).status).toBe(200);
  expect(await storedHash()).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$');
  expect((await logIn(ana.email, ana.password)).status).toBe(200);
});
