import { afterAll, describe, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { type Person, startRockola } from '../support/harness.ts';
import { linkTo, silentMailServer } from '../support/links.ts';

const rockola = await startRockola({ ...silentMailServer, ROCKOLA_LIMITS: 'on' });
afterAll(() => rockola.stop());

const user = '/api/v1/user';
const day = 86_400_000;

/** The operations that require the password of the account. */
const passwordOperations: [operation: string, send: (person: Person, password: string) => Promise<{ status: number }>][] = [
  [
    'changePassword',
    ({ token }, password) =>
      rockola.call('PUT', `${user}/password`, { token, body: { current_password: password, password: 'another-day' } }),
  ],
  [
    'patchOwnAccount',
    ({ token }, password) => rockola.call('PATCH', user, { token, body: { email: 'intruder@example.org', current_password: password } }),
  ],
  ['deleteOwnAccount', ({ token }, password) => rockola.call('POST', `${user}/deletion`, { token, body: { password } })],
];

/** The number of marks of successful logins. A mark lasts 90 days. */
async function countMarks(): Promise<number> {
  const [row] = await rockola.sql(`select count(*) as marks from tries where ends_at > ${Date.now() + 80 * day}`);
  return Number(row?.marks);
}

test.each(passwordOperations)('guesses of the password by %s with a stolen token are limited like guesses by login', async (_, ask) => {
  const before = await countMarks();
  const person = await rockola.person();
  // With the mark, tries from this network have a separate counter. The mark is stored after the answer to the login.
  await until(async () => (await countMarks()) > before, 'the login left no mark');
  const statuses: number[] = [];
  for (let i = 0; i < 15 && statuses.at(-1) !== 429; i++) statuses.push((await ask(person, `wrong-${i}`)).status);
  expect(statuses).toEqual([...Array(statuses.length - 1).fill(400), 429]);
  // After the tenth failure the pauses are 1 s, then 2 s. On a busy machine a try itself may take that long.
  expect(statuses.length).toBeWithin(11, 16);
  // More failures, so that the pause is long enough for slow machines.
  await rockola.sql(`update tries set debt = ${40 * day} where debt > ${9 * day}`);
  // During the pause no operation accepts the right password.
  expect((await ask(person, person.password)).status).toBe(429);
  for (const [, other] of passwordOperations) expect((await other(person, 'wrong')).status).toBe(429);
  const { email, password } = person;
  expect((await rockola.call('POST', `${user}/login`, { body: { email, password } })).status).toBe(429);
});

describe('a new password by link', () => {
  test('ends all logins, all other links and a pending change of address of an intruder', async () => {
    const { id, token, key } = await rockola.person('Bea');
    const pending = 'intruder2@example.org';
    await rockola.sql(`update "user" set pending_email = '${pending}' where id = ${id}`);
    const confirmToken = await linkTo(rockola, id, 'verify');
    await rockola.sql(`update mail_token set email = '${pending}' where user_id = ${id} and purpose = 'verify'`);
    const link = await linkTo(rockola, id, 'reset');
    const other = await linkTo(rockola, id, 'reset');
    const reset = (token: string) => rockola.call('POST', `${user}/password-resets`, { body: { token, password: 'another-day' } });
    expect((await reset(link)).status).toBe(204);
    for (const credential of [{ token }, { key }]) expect((await rockola.call('GET', user, credential)).status).toBe(401);
    expect((await reset(other)).status).toBe(400);
    expect((await rockola.call('POST', `${user}/verifications`, { body: { token: confirmToken } })).status).toBe(400);
    expect(await rockola.sql(`select hash from mail_token where user_id = ${id}`)).toEqual([]);
    expect(await rockola.sql(`select email, pending_email from "user" where id = ${id}`)).toEqual([
      { email: expect.stringContaining('bea'), pending_email: null },
    ]);
  });
});

test('each of 2,100 accounts is found by its address', async () => {
  const values = Array.from({ length: 2_100 }, (_, i) => `('Coro ${i}', 'coro${i}@example.org', 'coro${i}@example.org', 'reader', 1)`);
  await rockola.sql(`insert into "user" (name, email, normal_email, role, created_at) values ${values.join()}`);
  const found = async (search: string) => (await rockola.send('GET', `${user}/accounts?limit=100&search=${search}`)).json;
  for (const i of [0, 998, 1_001, 2_001, 2_099]) {
    const { data, meta } = await found(`coro${i}%40`);
    expect([meta.total, data.map(({ name }: { name: string }) => name)]).toEqual([1n, [`Coro ${i}`]]);
  }
  expect((await found('coro')).meta.total).toBe(2_100n);
});
