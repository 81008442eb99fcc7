import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { blockWrites } from '../support/blockWrites.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';

const first = await startRockola({ ROCKOLA_STARTER: 'off' });
const { DATABASE_URL = '' } = first.env;
const nodes: [Rockola, Rockola] = [first, await startRockola({ ROCKOLA_STARTER: 'off', DATABASE_URL })];
afterAll(async () => {
  await nodes[1].stop();
  await nodes[0].stop();
});

const post = (i: number, name: string, key: string) =>
  retryWhenBusy(() =>
    (nodes[i % 2] as Rockola).call('POST', '/api/v1/artists', {
      body: { name },
      key: nodes[0].adminKey,
      headers: { 'Idempotency-Key': key },
    }),
  );
const named = async (name: string) => (await nodes[0].sql(`select id from artist where name = '${name}'`)).length;

test('the same request on several nodes at once is done once', async () => {
  for (let round = 0; round < 10; round++) {
    const name = `En dos nodos ${round}`;
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => post(i, name, `round-${round}`)));
    expect([...new Set(answers.map(({ status }) => status))].filter((status) => status !== 201 && status !== 409)).toEqual([]);
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter(({ headers }) => !headers.has('idempotent-replayed')).length).toBe(1);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(await named(name)).toBe(1);
  }
});

test('a request that is under way on one node is refused at once on another', async () => {
  const goOn = await blockWrites(nodes[0]);
  const first = post(0, 'Despacio', 'slow');
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like 'insert into revision%' and datname = current_database()`;
  await until(async () => (await nodes[0].sql(waiting)).length > 0, 'the first request does not wait for the lock');
  const start = performance.now();
  expect((await post(1, 'Despacio', 'slow')).status).toBe(409);
  expect(performance.now() - start).toBeLessThan(10_000);
  await goOn();
  expect((await first).status).toBe(201);
  const again = await post(1, 'Despacio', 'slow');
  expect([again.text, again.headers.get('etag'), again.headers.get('idempotent-replayed')]).toEqual([
    (await first).text,
    (await first).headers.get('etag'),
    'true',
  ]);
  expect(await named('Despacio')).toBe(1);
});
