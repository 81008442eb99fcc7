import { expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { parseLimits } from '../support/limitFields.ts';
import { silentMailServer } from '../support/links.ts';

const day = 86_400_000;

test('nodes of one store share the limits on tries', async () => {
  const first = await startRockola({ ROCKOLA_LIMITS: 'on', ...silentMailServer });
  const { DATABASE_URL = '' } = first.env;
  const second = await startRockola({ ROCKOLA_LIMITS: 'on', ...silentMailServer, DATABASE_URL });
  const { token } = await first.person();
  const verify = async (i: number) =>
    (await (i % 2 === 0 ? first : second).call('POST', '/api/v1/user/verification-requests', { token })).status;
  expect(await Promise.all(Array.from({ length: 6 }, (_, i) => verify(i))).then((statuses) => statuses.sort())).toEqual([
    202, 202, 429, 429, 429, 429,
  ]);
  const fail = (i: number) =>
    (i % 2 === 0 ? first : second).call('POST', '/api/v1/user/login', { body: { email: 'ana@example.org', password: 'wrong-wrong' } });
  const left = async (i: number) => parseLimits((await fail(i)).headers).states.find(({ name }) => name === 'login-account')?.left;

  for (let i = 0; i < 10; i++) expect([i, await left(i)]).toEqual([i, 9 - i]);
  await first.sql(`update tries set debt = ${40 * day} where debt > ${9 * day}`);
  for (let i = 0; i < 2; i++) expect((await fail(i)).status).toBe(429);
  await second.stop();
  await first.stop();
});

test('tries at the same time on several nodes are counted one by one', async () => {
  const first = await startRockola({ ROCKOLA_LIMITS: 'on' });
  const { DATABASE_URL = '' } = first.env;
  const second = await startRockola({ ROCKOLA_LIMITS: 'on', DATABASE_URL });
  const body = { email: 'ana@example.org', password: 'wrong-wrong' };
  const start = performance.now();
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? first : second).call('POST', '/api/v1/user/login', { body })),
  );
  // After the tenth try there is a pause of 1 s, then of 2 s, then of 4 s. On a busy machine some of them pass during the test.
  const pauses = Math.floor(Math.log2(1 + (performance.now() - start) / 1_000));
  expect(answers.filter(({ status }) => status === 401).length).toBeWithin(10, 12 + pauses);
  await second.stop();
  await first.stop();
});
