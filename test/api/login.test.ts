import { afterAll, describe, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const signUp = (body: unknown, options = {}) => rockola.call('POST', '/api/v1/user/signup', { body, ...options });
const logIn = (email: string, password: string) => rockola.call('POST', '/api/v1/user/login', { body: { email, password } });

describe('sign-up', () => {
  test('answers with the account, but with no part of the password', async () => {
    const answer = await signUp({ name: 'Luca', email: 'Luca@Example.org', password: 'i-love-rock' });
    expect(answer.status).toBe(201);
    expect(answer.text).toBe(`{"id":${answer.json.id},"name":"Luca","email":"Luca@Example.org"}`);
    expect(answer.text).not.toContain('rock');
  });

  test('ignores credentials, valid or not', async () => {
    const { token } = await rockola.person();
    expect((await signUp({ name: 'A', email: 'a1@example.org', password: 'rock-n-roll' }, { token })).status).toBe(201);
    expect((await signUp({ name: 'A', email: 'a2@example.org', password: 'rock-n-roll' }, { token: 'bad', key: 'bad' })).status).toBe(201);
  });

  test('makes one account of 100 parallel sign-ups with one address in many spellings', async () => {
    const spellings = ['fito@example.org', 'FITO@example.org', ' fito@Example.Org ', 'ﬁto@example.org', 'fito＠example.org'];
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, i) =>
        retryWhenBusy(() => signUp({ name: 'Fito', email: spellings[i % spellings.length], password: 'rock-n-roll' })),
      ),
    );
    const created = answers.filter(({ status }) => status === 201);
    const taken = answers.filter(({ status, json }) => status === 400 && json.type.endsWith('/email-taken'));
    expect([created.length, taken.length]).toEqual([1, 99]);
    expect(taken[0]?.json.errors).toEqual([{ pointer: '/email', detail: 'has an account already' }]);
  });

  test('accepts every valid form of address', async () => {
    for (const email of [
      'fito&charly@example.org',
      "o'connor/x+y=z@mail.example.org",
      '{luca}@example.org',
      'josé@example.org',
      `${'🎸'.repeat(130)}@example.org`,
      'ana@correo.ñandú.example',
    ]) {
      expect([email, (await signUp({ name: 'x', email, password: 'rock-n-roll' })).status]).toEqual([email, 201]);
    }
  });

  test('accepts passwords of 8 to 256 characters, and a login compares all of them', async () => {
    const signUpWith = (password: string, i: number) => signUp({ name: 'x', email: `long${i}@example.org`, password });
    expect((await signUpWith('🎸'.repeat(7), 0)).status).toBe(400);
    expect((await signUpWith('x'.repeat(257), 1)).status).toBe(400);
    expect((await signUpWith('🎸'.repeat(256), 2)).status).toBe(201);
    const long = 'x'.repeat(72);
    expect((await signUpWith(`${long}1`, 3)).status).toBe(201);
    expect((await logIn('long3@example.org', `${long}2`)).status).toBe(401);
    expect((await logIn('long3@example.org', `${long}1`)).status).toBe(200);
  });
});

describe('login', () => {
  test('gives a token and a key that work until they expire', async () => {
    await signUp({ name: 'Gustavo', email: 'gustavo@example.org', password: 'rock-n-roll' });
    const before = Date.now();
    const answer = await logIn('GUSTAVO@example.org', 'rock-n-roll');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const { user, token, api_key, expires_at } = answer.json;
    expect(user).toMatchObject({ name: 'Gustavo', email: 'gustavo@example.org' });
    const day = 24 * 3_600_000;
    expect(Date.parse(expires_at)).toBeWithin(before + day - 1_000, Date.now() + day + 1_001);
    expect(api_key).toMatch(/^rka_[0-9A-Za-z]{36}$/);
    for (const credential of [{ token }, { key: api_key }]) {
      expect((await rockola.call('POST', '/api/v1/artists', { body: { name: 'x' }, ...credential })).status).toBe(201);
    }
  });
});
