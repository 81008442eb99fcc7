import { afterAll, expect, test } from 'bun:test';
import pg from 'pg';
import { ask } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const blocker = new pg.Client(rockola.env.DATABASE_URL);
await blocker.connect();
afterAll(async () => {
  await blocker.end();
  await rockola.stop();
});

async function untilWaiting(least: number): Promise<void> {
  const waiting = `select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  while (((await ask(rockola.env.DATABASE_URL ?? '', waiting))[0]?.n as number) < least) await Bun.sleep(20);
}

test('the end of all logins waits for what they are changing, so that afterwards nothing more of them is kept', async () => {
  const { token } = await rockola.person();
  const create = () => rockola.call('POST', '/api/v1/artists', { token, body: { name: 'Sumo' } });
  await blocker.query('begin; lock table artist in exclusive mode');
  const change = create();
  await untilWaiting(1);
  // The link is the operator's, of the first start.
  const all = rockola.cli(['account', 'log-out', '--all']);
  const first = await Promise.race([all.then(() => 'the end of the logins'), untilWaiting(2).then(() => 'both wait')]);
  await blocker.query('rollback');
  expect([first, (await change).status, (await all).out]).toEqual(['both wait', 201, '1 login and 1 link have ended.\n']);
  expect((await create()).status).toBe(401);
});
