import { afterAll, beforeAll, expect, test } from 'bun:test';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { mountSmallDisk, type SmallDisk } from '../faults/diskFull/smallDisk.ts';
import { until } from '../faults/until.ts';
import { type Rockola, runToEnd, startRockola } from '../support/harness.ts';

/** Undefined if this user may not mount a file system. */
const disk = mountSmallDisk(16);
const small = disk as SmallDisk;
const path = join(disk?.folder ?? '', 'rockola.db');
const settings = { DATABASE_URL: `sqlite:${path}` };
const expectErrors = [
  /the store failed to write: (?:the search index cannot catch up: )?SQLiteError: database or disk is full/,
  /was not noted|housekeeping/,
];
let rockola: Rockola;
let key = '';
beforeAll(async () => {
  if (!disk) return;
  rockola = await startRockola(settings, { expectErrors });
  key = rockola.adminKey;
});
afterAll(async () => {
  await rockola?.stop();
  disk?.unmount();
});

const write = () => rockola.call('POST', '/api/v1/artists', { key, body: { name: 'Sui Generis' } });

/** Reads work, and changes are refused because the disk is full; with room, writes work again. */
async function expectReadingOnly(): Promise<void> {
  expect((await rockola.call('GET', '/api/v1/artists/1001')).status).toBe(200);
  expect((await fetch(`${rockola.url}/readyz`)).status).toBe(200);
  let refused = await write();
  // The first writes still fit into the space of the earlier log.
  for (let i = 0; refused.status === 201 && i < 500; i++) refused = await write();
  expect([refused.status, refused.json.type]).toEqual([507, `${rockola.url}/problems/storage-full`]);
  small.free();
  expect((await write()).status).toBe(201);
}

test.skipIf(!disk).each([
  ['stopped', 'SIGTERM'],
  ['killed', 'SIGKILL'],
] as const)('a service that was %s starts on a full disk for reading', async (_, signal) => {
  for (let i = 0; i < 20; i++) await write();
  await rockola.end(signal);
  small.fill();
  await rockola.restart();
  // After a kill the index of the log still exists, so this line need not be logged.
  const isLogged = () => rockola.output().includes('"msg":"the disk is full: the service starts for reading');
  if (signal === 'SIGTERM') await until(isLogged, 'the log does not say that the disk is full');
  await expectReadingOnly();
});

test.skipIf(!disk)('a service whose lock and socket are gone starts on a full disk for reading', async () => {
  await rockola.end();
  for (const suffix of ['.lock', '.sock']) rmSync(path + suffix, { force: true });
  small.fill();
  await rockola.restart();
  await expectReadingOnly();
});

test.skipIf(!disk)('serve --check says that a full disk without a reserve has no room for the files of a start', async () => {
  await rockola.end();
  small.fill();
  const withReserve = await runToEnd({ ...settings, PORT: '0' }, ['serve', '--check']);
  expect([withReserve.code, withReserve.err]).toEqual([0, '']);
  // The freed space is filled again.
  rmSync(`${path}.reserve`);
  small.fill();
  const without = await runToEnd({ ...settings, PORT: '0' }, ['serve', '--check']);
  expect([without.code, without.err]).toEqual([2, expect.stringContaining('cannot be written: the disk is full. Make room on it.')]);
  small.free();
  await rockola.restart();
});

test.skipIf(!disk)('a new store is not made on a full disk, and the message says why', async () => {
  small.fill();
  for (const [args, status] of [
    [['serve'], 1],
    [['serve', '--check'], 2],
  ] as const) {
    const { code, err } = await runToEnd({ DATABASE_URL: `sqlite:${join(small.folder, 'new.db')}`, PORT: '0' }, [...args]);
    expect([code, err]).toEqual([status, expect.stringMatching(/new\.db\S* cannot be written: the disk is full\. Make room on it\./)]);
  }
  small.free();
});

test.skipIf(!disk)('a disk without inodes is named as the cause', async () => {
  const few = mountSmallDisk(16, 3) as SmallDisk;
  try {
    const settings = { DATABASE_URL: `sqlite:${join(few.folder, 'r.db')}`, PORT: '0' };
    const started = await runToEnd(settings);
    const reason = 'its disk takes no further file (no inode is left).';
    expect([started.code, started.err]).toEqual([1, expect.stringContaining(`r.db cannot be used: ${reason}`)]);
    const checked = await runToEnd(settings, ['serve', '--check']);
    expect([checked.code, checked.err]).toEqual([2, expect.stringContaining(reason)]);
  } finally {
    few.unmount();
  }
});
