import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/model/json.ts';
import { kinds } from '../../src/model/record.ts';
import { until } from '../faults/until.ts';
import { repetitionsFor } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const { send } = rockola;

/** Writes the program of docs/mirror.md to a file. @returns the command that runs it */
async function writeMirror(): Promise<string[]> {
  const page = readFileSync(new URL('../../docs/mirror.md', import.meta.url), 'utf8');
  const program = join(rockola.folder, 'mirror.js');
  await Bun.write(program, /```js\n(.*?)```/s.exec(page)?.[1] ?? '');
  return [process.execPath, '--no-env-file', program, rockola.url, join(rockola.folder, 'mirror.db')];
}

function readMirror<T>(read: (db: Database) => T): T {
  const db = new Database(join(rockola.folder, 'mirror.db'));
  try {
    return read(db);
  } finally {
    db.close();
  }
}

/** Compares the mirror with the catalogue. @returns a line for each difference */
async function differences(): Promise<string[]> {
  const rows = readMirror((db) => db.query("select path, change from record where path like '/%'").all()) as {
    path: string;
    change: string;
  }[];
  const counts = await Promise.all(kinds.map((kind) => rockola.sql(`select count(*) as records from ${kind}`)));
  const recordCount = counts.reduce((sum, [row]) => sum + Number(row?.records), 0);
  const different = recordCount === rows.length ? [] : [`${recordCount} records, ${rows.length} in the mirror`];
  for (const { path, change } of rows) {
    const { status, json } = await rockola.call('GET', path);
    const { record } = parseJson(change).value as { record: unknown };
    if (status !== 200 || !Bun.deepEquals(json, record)) different.push(path);
  }
  return different;
}

test('the mirror of docs/mirror.md is equal to the catalogue even after many kills', async () => {
  const command = await writeMirror();
  const random = randomFrom(seed);
  const kills = repetitionsFor('MIRROR_KILLS', { short: 6, long: 40 });
  let writing = true;

  /** Adds, changes, deletes and restores artists with albums. */
  const writers = Array.from({ length: 4 }, async (_, n) => {
    for (let i = 0; writing; i++) {
      const { json } = await send('POST', '/api/v1/artists', { name: `mirror ${n} ${i}` });
      const path = `/api/v1/artists/${json.id}`;
      await Promise.all([
        send('POST', `${path}/albums`, { name: 'x', year: 1970 }),
        send('PATCH', path, { band: 'y'.repeat(random.below(200)) }),
      ]);
      if (i % 2 === 0) await send('DELETE', path);
      if (i % 4 === 0) await send('POST', `${path}/reversions`, { version: 1 });
      await Bun.sleep(random.below(40));
    }
  });
  /** Runs the mirror for a while, then kills it. */
  async function runAndKill(ms: number): Promise<void> {
    const mirror = Bun.spawn(command, { stdout: 'ignore', stderr: 'ignore' });
    await Bun.sleep(ms);
    mirror.kill('SIGKILL');
    await mirror.exited;
  }
  for (let i = 0; i < kills; i++) await runAndKill(60 + random.below(250));
  writing = false;
  await Promise.all(writers);
  const [row] = await rockola.sql('select count(*) as revisions from revision');
  // A mirror that was always killed at its start has no table.
  const hasTable = () => readMirror((db) => db.query("select 1 from sqlite_schema where name = 'record'").get() !== null);
  const cursor = () => readMirror((db) => db.query("select change from record where path = 'cursor'").get() as { change: string } | null);
  let runMs = 300;
  /** Each run is longer than the run before, since on a busy machine a program needs a while to start. */
  async function isCurrent(): Promise<boolean> {
    runMs *= 1.5;
    await runAndKill(runMs);
    return hasTable() && cursor()?.change.startsWith(`c${row?.revisions}-`) === true;
  }
  await until(isCurrent, 'the mirror does not reach the end of the log');
  expect(await differences()).toEqual([]);
  // The comparison itself notices a lost change.
  await send('PATCH', '/api/v1/artists/1001', { band: 'changed behind its back' });
  expect(await differences()).toEqual(['/api/v1/artists/1001']);
});
