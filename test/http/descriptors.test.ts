import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { type Connection, openConnection, requestOf } from '../support/load/connection.ts';
import { lacksProc } from '../support/load/watch.ts';

/** The limit on descriptors. The idle connections of the test are fewer. */
const limit = 300;
const idle: Connection[] = [];
const rockola = await startRockola({}, { wrapper: ['prlimit', `--nofile=${limit}:${limit}`] });
afterAll(async () => {
  for (const connection of idle) connection.end();
  await rockola.stop();
});

/** @returns the numbers of closed idle connections, in the log's order */
const closed = () => [...rockola.output().matchAll(/"limit":300,"closed":(\d+)/g)].map(([, count]) => Number(count));

test.skipIf(lacksProc() !== undefined)('idle connections are closed before the service runs out of descriptors', async () => {
  await until(() => rockola.output().includes('few open files are allowed'), 'the log does not mention the limit');
  const live = requestOf('GET', '/livez');
  const open = async () => {
    const connection = await openConnection(Number(new URL(rockola.url).port));
    idle.push(connection);
    expect((await connection.send(live))?.status).toBe(200);
  };
  for (let i = 0; i < 0.5 * limit; i++) await open();
  await Bun.sleep(1_200);
  expect(closed()).toEqual([]);
  for (let i = 0; i < 0.4 * limit; i++) await open();
  await until(() => closed().length > 0, 'no connection was closed');
  expect(closed()[0]).toBeGreaterThan(0.3 * limit);
  await until(() => idle.filter(({ closed }) => closed).length > 0.3 * limit, 'the connections are still open');
  await open();
});
