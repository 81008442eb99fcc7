import { afterAll, expect, test } from 'bun:test';
import pg from 'pg';
import { startRockola } from '../support/harness.ts';
import { untilWaiting } from '../support/postgres/waiting.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const blocker = new pg.Client(rockola.env.DATABASE_URL);
await blocker.connect();
afterAll(async () => {
  await blocker.end();
  await rockola.stop();
});

test('ending all logins waits for the changes under way, and later changes are refused', async () => {
  const { token } = await rockola.person();
  const create = () => rockola.call('POST', '/api/v1/artists', { token, body: { name: 'Sumo' } });
  await blocker.query('begin; lock table artist in exclusive mode');
  const change = create();
  await untilWaiting(rockola, 1);
  // The output counts one link: the first start made it for the operator.
  const all = rockola.cli(['account', 'log-out', '--all']);
  const first = await Promise.race([all.then(() => 'the end of the logins'), untilWaiting(rockola, 2).then(() => 'both wait')]);
  await blocker.query('rollback');
  expect([first, (await change).status, (await all).out]).toEqual(['both wait', 201, '1 login and 1 link have ended.\n']);
  expect((await create()).status).toBe(401);
});
