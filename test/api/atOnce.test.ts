import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { type Answer, type Person, startRockola } from '../support/harness.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const accounts = '/api/v1/user/accounts';
const administrators = async () =>
  (await rockola.sql(`select id from "user" where role = 'admin' and suspended_at is null order by id`)).map(({ id }) =>
    BigInt(String(id)),
  );
const setRole = (role: string, ids: bigint[]) =>
  rockola.sql(`update "user" set role = '${role}', suspended_at = null where id in (${ids.join()})`);

/** Actions by which an administrator takes the rights of another, or leaves. */
const attacks: Record<string, (actor: Person, other: Person) => Promise<Answer>> = {
  demotes: ({ key }, { id }) => rockola.call('PATCH', `${accounts}/${id}`, { key, body: { role: 'reader' } }),
  suspends: ({ token }, { id }) => rockola.call('PATCH', `${accounts}/${id}`, { token, body: { suspended: true } }),
  removes: ({ key }, { id }) => rockola.call('DELETE', `${accounts}/${id}`, { key }),
  leaves: ({ token, password }) => rockola.call('POST', '/api/v1/user/deletion', { token, body: { password } }),
};
const names = Object.keys(attacks);
const pairs = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const));

test('if two administrators take each other’s rights or leave at the same moment, one administrator remains', async () => {
  await setRole('member', await administrators());
  const wrong: unknown[] = [];
  for (let i = 0; i < 20; i++) {
    const [first, second] = pairs[i % pairs.length] as (typeof pairs)[number];
    const [ana, luis] = await Promise.all([rockola.person(), rockola.person('Luis')]);
    await setRole('admin', [ana.id, luis.id]);
    const answers = await Promise.all([attacks[first]?.(ana, luis), attacks[second]?.(luis, ana)]);
    const remaining = await administrators();
    const statuses = answers.map((answer) => answer?.status ?? 500);
    const isExpected = statuses.every((status) => [200, 204, 401, 403, 404].includes(status)) && statuses.some((status) => status < 300);
    if (remaining.length !== 1 || !isExpected) wrong.push([first, second, statuses, remaining]);
    await setRole('member', remaining);
  }
  expect(wrong).toEqual([]);
});

test('the last administrator can be removed neither through the API nor by a command of the operator', async () => {
  const ana = await rockola.person();
  await setRole('admin', [1n, ana.id]);
  expect((await attacks.demotes?.(ana, { id: 1n } as Person))?.status).toBe(200);
  const refused = await rockola.call('POST', '/api/v1/user/deletion', { token: ana.token, body: { password: ana.password } });
  expect([refused.status, refused.json.detail]).toEqual([403, expect.stringContaining('last administrator')]);
  for (const args of [
    ['role', ana.email, 'editor'],
    ['suspend', ana.email],
    ['remove', ana.email],
  ]) {
    const { code, err } = await rockola.cli(['account', ...args]);
    expect([args[0], code, err]).toEqual([args[0], 1, expect.stringContaining('last administrator')]);
  }
  expect((await rockola.cli(['account', 'role', ana.email, 'admin'])).code).toBe(0);
  expect(await administrators()).toEqual([ana.id]);
  await setRole('admin', [1n]);
});

test('after the answer to a suspension no write of the account is stored, even if it was under way', async () => {
  const wrong: unknown[] = [];
  for (let i = 0; i < 10; i++) {
    const ana = await rockola.person();
    const count = async () => (await rockola.sql(`select count(*) as n from revision where user_id = ${ana.id}`))[0]?.n;
    let writing = true;
    let written = 0;
    const writers = Array.from({ length: 24 }, async () => {
      while (writing) if ((await rockola.call('POST', '/api/v1/artists', { key: ana.key, body: { name: 'x' } })).status === 201) written++;
    });
    await until(() => written > 0, 'nothing is written');
    await Bun.sleep(Math.random() * 60);
    const answer = await retryWhenBusy(() => rockola.send('PATCH', `${accounts}/${ana.id}`, { suspended: true }));
    const before = await count();
    await Bun.sleep(60);
    writing = false;
    await Promise.all(writers);
    const after = await count();
    if (answer.status !== 200 || Number(before) === 0 || before !== after) wrong.push([answer.status, before, after]);
  }
  expect(wrong).toEqual([]);
});
