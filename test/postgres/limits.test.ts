import { expect, test } from 'bun:test';
import { startRockola } from '../harness.ts';
import { parseLimits } from '../limitFields.ts';

test('nodes of one store share what is slowed down', async () => {
  const first = await startRockola({ ROCKOLA_LIMITS: 'on' });
  const { DATABASE_URL = '', ROCKOLA_SECRET = '' } = first.env;
  const second = await startRockola({ ROCKOLA_LIMITS: 'on', DATABASE_URL, ROCKOLA_SECRET });
  const fail = (i: number) =>
    (i % 2 === 0 ? first : second).call('POST', '/api/v1/user/login', { body: { email: 'ana@example.org', password: 'wrong-wrong' } });
  const left = async (i: number) => parseLimits((await fail(i)).headers).states.find(({ name }) => name === 'login-account')?.left;

  for (let i = 0; i < 10; i++) expect([i, await left(i)]).toEqual([i, 9 - i]);
  await first.sql('update tries set count = 40 where count = 10');
  for (let i = 0; i < 2; i++) expect((await fail(i)).status).toBe(429);
  await second.stop();
  await first.stop();
});

test('tries at the same time on several nodes are counted one by one', async () => {
  const first = await startRockola({ ROCKOLA_LIMITS: 'on' });
  const { DATABASE_URL = '', ROCKOLA_SECRET = '' } = first.env;
  const second = await startRockola({ ROCKOLA_LIMITS: 'on', DATABASE_URL, ROCKOLA_SECRET });
  const body = { email: 'ana@example.org', password: 'wrong-wrong' };
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? first : second).call('POST', '/api/v1/user/login', { body })),
  );
  expect(answers.filter(({ status }) => status === 401).length).toBeWithin(10, 12);
  await second.stop();
  await first.stop();
});
