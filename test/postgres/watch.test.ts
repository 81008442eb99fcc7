import { expect, test } from 'bun:test';
import pg from 'pg';
import { createPool } from '../../src/store/postgres/connections.ts';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { migrations } from '../../src/store/postgres/migrations.ts';
import { createProbe } from '../../src/store/postgres/probe.ts';
import { makeDatabase, serverUrl } from '../support/databases.ts';

test('a probe during a pause of this process does not count as a silent server; a silent server is noticed soon', async () => {
  const database = await makeDatabase('');
  const url = database.settings.DATABASE_URL as string;
  await (await openPostgres({ url, poolSize: 1, readers: 1, create: true, report: () => {} })).close();
  const probe = createProbe(url, migrations.length);
  await probe.look(5_000);
  for (let times = 0; times < 6; times++) {
    const looked = probe.look(600);
    // In every second round the probe is sent before the pause.
    if (times % 2 === 0) await new Promise((resolve) => setImmediate(resolve));
    Bun.sleepSync(900);
    await looked;
  }
  const client = new pg.Client(url);
  await client.connect();
  await client.query('begin; lock table migration in access exclusive mode');
  expect(await probe.look(200).catch(String)).toContain('no answer for 200 ms');
  await client.end();
  await probe.close();
  await database.drop();
});

test('a process that is paused repeatedly during its start does not report the database as gone', async () => {
  const database = await makeDatabase('');
  const url = database.settings.DATABASE_URL as string;
  const reports: string[] = [];
  const store = await openPostgres({ url, poolSize: 2, readers: 1, create: true, report: (message) => void reports.push(message) });
  for (let times = 0; times < 4; times++) {
    Bun.sleepSync(1_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await Bun.sleep(300);
  expect([reports, store.figures().up]).toEqual([[], true]);
  await store.close();
  await database.drop();
});

test('a pause of this process does not end the wait for a connection, whether one is opened or all are in use', async () => {
  const pool = createPool(serverUrl(), 1);
  const opening = pool.connect();
  await new Promise((resolve) => setImmediate(resolve));
  Bun.sleepSync(2_500);
  const client = await opening;
  const waiting = pool.query('select 1');
  await Bun.sleep(150);
  Bun.sleepSync(2_500);
  await Bun.sleep(10);
  client.release();
  await waiting;
  await pool.end();
});
