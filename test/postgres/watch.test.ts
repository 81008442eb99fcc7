import { expect, test } from 'bun:test';
import { openPostgres } from '../../src/store/postgres/engine.ts';
import { makeDatabase } from '../support/databases.ts';

test('a process that stands still again and again while it starts does not take the database for gone', async () => {
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
