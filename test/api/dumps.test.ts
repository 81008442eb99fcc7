import { afterAll, expect, test as longToo } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kindRows, kinds } from '../../src/model/record.ts';
import { until } from '../faults/until.ts';
import { allNumbered } from '../support/allNumbered.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { engine } from '../support/databases.ts';
import { linesOfTables, readTables } from '../support/dumpTables.ts';
import { commandOf, startRockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';
import { addOddCatalogue } from '../support/oddCatalogue.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const test = longToo.skipIf(isLong);
const kept = 2;
const parent = mkdtempSync(join(tmpdir(), 'rockola-dumps-'));
const folder = join(parent, 'dumps');
const rockola = await startRockola({
  ROCKOLA_DUMPS: 'daily',
  ROCKOLA_DUMPS_KEPT: String(kept),
  ROCKOLA_DUMPS_FOLDER: folder,
  ROCKOLA_LICENCE: 'CC0-1.0',
  ROCKOLA_CREDIT: 'Los Gatos',
});
const ana = await rockola.person();
afterAll(async () => {
  await rockola.stop();
  rmSync(parent, { recursive: true });
});

type File = { file: string; bytes: number; sha256: string };
type Dump = File & {
  sqlite: File;
  made_at: string;
  rockola: string;
  cursor: string;
  licence: string;
  records: number;
  kinds: Record<string, number>;
};
type Line = { path: string; record: object | null };

const listDumps = async (): Promise<Dump[]> => ((await (await fetch(`${rockola.url}/dumps/index.json`)).json()) as { dumps: Dump[] }).dumps;
const download = (file: string, init: RequestInit = {}) => fetch(`${rockola.url}/dumps/${file}`, init);
const filesOfDump = ({ sqlite, ...lines }: Dump): File[] => [lines, sqlite];
const filesOf = (dumps: Dump[]) => ['index.json', ...dumps.flatMap(filesOfDump).map(({ file }) => file)].toSorted();
const bytesOf = async ({ file }: File) => new Uint8Array(await (await download(file)).arrayBuffer());
const namesInFolder = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
const linesOf = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(Bun.gunzipSync(bytes)).trimEnd().split('\n');
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

async function dumpNow(): Promise<Dump> {
  const { code, out, err } = await rockola.cli(['dump']);
  expect([code, err.includes('not made')]).toEqual([0, false]);
  const [newest] = await listDumps();
  for (const { file } of filesOfDump(newest as Dump)) expect(out).toContain(file);
  return newest as Dump;
}

/** Checks that every listed dump is complete: the tables have the same records as the lines. */
async function expectComplete(): Promise<void> {
  for (const { dump, contents } of await readListed()) {
    const [lines = [], tables = []] = filesOfDump(dump).map(({ file, bytes, sha256: sum }, i) => {
      const content = contents[i] as Uint8Array<ArrayBuffer>;
      expect([file, content.length, sha256(content)]).toEqual([file, bytes, sum]);
      return file === dump.file ? linesOf(content) : readTables(content, linesOfTables);
    });
    expect(lines.at(-1)).toBe(`{"records":${dump.records},"complete":true}`);
    expect(tables).toEqual(lines.slice(1, -1));
  }
}

/** The dumps and their files. They are listed again if a job that continues after a restart removed the oldest meanwhile. */
async function readListed(tries = 3): Promise<{ dump: Dump; contents: Uint8Array[] }[]> {
  const dumps = await listDumps();
  try {
    return dumps.map((dump) => ({
      dump,
      contents: filesOfDump(dump).map(({ file }) => new Uint8Array(readFileSync(join(folder, file)))),
    }));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 1) throw error;
    return readListed(tries - 1);
  }
}

/** Checks that a file can be cached and read in parts. */
async function expectParts({ file, bytes, sha256: sum }: File): Promise<void> {
  const content = new Uint8Array(readFileSync(join(folder, file)));
  const etag = `"${sum}"`;
  const headersOf = ({ headers, status }: Response) => [status, headers.get('etag'), headers.get('content-length')];
  expect(headersOf(await download(file, { method: 'HEAD' }))).toEqual([200, etag, String(bytes)]);
  expect((await download(file)).headers.get('cache-control')).toBe('no-cache');
  expect((await download(file, { headers: { 'If-None-Match': etag } })).status).toBe(304);
  const parts: [range: string, status: number, start: number, end: number][] = [
    ['bytes=5-9', 206, 5, 10],
    [`bytes=${bytes - 3}-`, 206, bytes - 3, bytes],
    ['bytes=-4', 206, bytes - 4, bytes],
    [`bytes=0-${bytes * 2}`, 206, 0, bytes],
    [`bytes=${bytes}-`, 416, 0, 0],
    ['bytes=-0', 416, 0, 0],
    ['bytes=9-5', 416, 0, 0],
    ['bytes=0-1,3-4', 200, 0, bytes],
    ['lines=0-1', 200, 0, bytes],
  ];
  for (const [range, status, start, end] of parts) {
    const answer = await download(file, { headers: { Range: range, 'If-Range': etag } });
    expect([range, answer.status, new Uint8Array(await answer.arrayBuffer())]).toEqual([range, status, content.slice(start, end)]);
  }
  expect((await download(file, { headers: { Range: 'bytes=0-1', 'If-Range': '"other"' } })).status).toBe(200);
}

test('the first dump is made without a request, and its entry in the index is correct', async () => {
  await until(async () => (await listDumps()).length === 1, 'no dump was made');
  const [dump] = (await listDumps()) as [Dump];
  const answer = await download(dump.file);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  expect([answer.status, bytes.length, sha256(bytes)]).toEqual([200, dump.bytes, dump.sha256]);
  const [head, ...lines] = linesOf(bytes);
  expect(JSON.parse(head as string)).toMatchObject({ licence: 'CC0-1.0', cursor: dump.cursor });
  const kinds = Object.groupBy(lines.slice(0, -1), (line) => JSON.parse(line).kind);
  expect(dump).toMatchObject({
    licence: 'CC0-1.0',
    records: lines.length - 1,
    kinds: Object.fromEntries(Object.entries(kinds).map(([kind, found]) => [kind, found?.length])),
  });
  expect(namesInFolder()).toEqual(filesOf([dump]));
});

test('the tables have exactly the records of the lines, and the index describes them correctly', async () => {
  await addOddCatalogue(rockola);
  const reference = { artistId: 9007199254740993n, credited: 'ñ', person: 9223372036854775807n };
  for (const ended of [true, false, null])
    await rockola.send('POST', `/artists/${reference.artistId}/members`, {
      ...reference,
      artistId: undefined,
      from: null,
      roles: [],
      ended,
    });
  const dump = await dumpNow();
  await expectComplete();
  readTables(await bytesOf(dump.sqlite), ({ all }) => {
    const tables = all(`select name from sqlite_schema where type = 'table' order by name`).map(({ name }) => name);
    expect(tables).toEqual(['meta', ...kinds.map((kind) => kindRows[kind].plural)].toSorted());
    for (const kind of kinds)
      expect([kind, Number(all(`select count(*) as n from ${kindRows[kind].plural}`)[0]?.n)]).toEqual([kind, dump.kinds[kind] as number]);
    const meta = Object.fromEntries(all('select name, value from meta').map(({ name, value }) => [name, value]));
    const { made_at, rockola: version, cursor, licence, records } = dump;
    expect({ ...meta, kinds: JSON.parse(meta.kinds as string) }).toEqual({
      ...{ format: 1n, credit: 'Los Gatos', kinds: dump.kinds },
      ...{ made_at, rockola: version, cursor, licence, records: BigInt(records) },
    });
    const plan = (sql: string) => all(`explain query plan ${sql}`).map(({ detail }) => detail);
    expect(plan('select name from albums where artist_id = 1')).toEqual([expect.stringContaining('albums_artist_id')]);
    expect(plan(`select id from artists where name = 'Manal'`)).toEqual([expect.stringContaining('artists_name')]);
  });
});

test('a dump and the changes after its cursor give the whole catalogue, even after writes during the dump', async () => {
  let writing = true;
  const writers = Array.from({ length: 3 }, async (_, n) => {
    for (let i = 0; writing; i++) {
      const { json } = await rockola.send('POST', '/artists', { name: `dump ${n} ${i}` });
      await rockola.send('POST', `/artists/${json.id}/albums`, { name: 'x', year: 1970 });
      await rockola.send(i % 3 === 0 ? 'DELETE' : 'PATCH', `/artists/${json.id}`, i % 3 === 0 ? undefined : { band: `${i}` });
    }
  });
  const { cursor, ...dump } = await dumpNow().finally(() => {
    writing = false;
  });
  await Promise.all(writers);
  await allNumbered(rockola);
  const mirror = new Map<string, string>();
  const put = ({ path, record }: Line) => (record ? mirror.set(path, JSON.stringify(record)) : mirror.delete(path));
  for (const line of readTables(await bytesOf(dump.sqlite), linesOfTables)) put(JSON.parse(line));
  let changes = 0;
  for (let next: string | null = `/api/v1/changes?limit=100&after=${cursor}`; next; ) {
    const { data, meta } = (await (await fetch(rockola.url + next)).json()) as { data: Line[]; meta: { next: string | null } };
    for (const change of data) put(change);
    changes += data.length;
    next = meta.next;
  }
  expect(changes).toBeGreaterThan(0);
  const now = (await (await fetch(`${rockola.url}/api/v1/export`)).text()).trimEnd().split('\n').slice(1, -1);
  expect([...mirror].toSorted()).toEqual(
    now.map((line): [string, string] => [JSON.parse(line).path, JSON.stringify(JSON.parse(line).record)]).toSorted(),
  );
});

longToo(`after a kill at a random moment no dump is incomplete, and the job ends after the restart, seed ${seed}`, async () => {
  const random = randomFrom(seed);
  for (let kill = 0; kill < repetitionsFor('DUMP_KILLS', { short: 2, long: engine === 'sqlite' ? 25 : 8 }); kill++) {
    const before = (await listDumps())[0]?.file;
    const command = Bun.spawn(commandOf('dump'), { env: rockola.env, stdout: 'ignore', stderr: 'ignore' });
    await until(
      async () => namesInFolder().some((name) => name.endsWith('.unfinished')) || (await listDumps())[0]?.file !== before,
      'no dump was begun',
    );
    await Bun.sleep(random.below(60));
    await rockola.restart('SIGKILL');
    await expectComplete();
    // On PostgreSQL another node would take the job over after its lease.
    await rockola.sql('update job set leased_until = 0 where ended_at is null');
    await command.exited;
    const countOpenJobs = async () => Number((await rockola.sql('select count(*) as n from job where ended_at is null'))[0]?.n);
    await until(async () => (await countOpenJobs()) === 0, 'the job did not end');
    await expectComplete();
    const dumps = await listDumps();
    expect([dumps.length <= kept, dumps[0]?.file !== before]).toEqual([true, true]);
    expect(namesInFolder()).toEqual(filesOf(dumps));
  }
  expect((await rockola.sql(`select state from job where kind = 'dump'`)).every(({ state }) => state === 'done')).toBe(true);
});

test('a dump contains no accounts, drafts, former versions or redacted words', async () => {
  const word = () => `zz${crypto.randomUUID().replaceAll('-', '')}`;
  const [former, redacted, deleted, comment] = [word(), word(), word(), word()];
  const context = { 'Change-Comment': `"${comment}"` };
  const { json: artist } = await rockola.call('POST', '/api/v1/artists', { key: ana.key, body: { name: former }, headers: context });
  for (const description of [redacted, 'harmless'])
    await rockola.call('PATCH', `/api/v1/artists/${artist.id}`, { key: ana.key, body: { name: 'Manal', description } });
  const erased = { hide: ['description'], reason: 'slander' };
  expect((await rockola.send('POST', `/artists/${artist.id}/revisions/2/redactions`, erased)).status).toBe(200);
  const { json: deletedArtist } = await rockola.call('POST', '/api/v1/artists', { key: ana.key, body: { name: deleted } });
  await rockola.send('DELETE', `/artists/${deletedArtist.id}`);
  for (const file of filesOfDump(await dumpNow())) {
    const bytes = Buffer.from(Bun.gunzipSync(await bytesOf(file)));
    expect(bytes.includes('harmless')).toBe(true);
    const hidden = [former, redacted, deleted, comment, ana.email, 'operator@localhost', 'password', 'token', '"user'];
    expect(hidden.filter((word) => bytes.includes(word))).toEqual([]);
  }
});

test('dumps from before a redaction are withdrawn', async () => {
  const { json: artist } = await rockola.send('POST', '/artists', { name: 'Vox Dei', description: 'slander' });
  const { file, sqlite } = await dumpNow();
  await rockola.send('PATCH', `/artists/${artist.id}`, { description: '' });
  await rockola.send('POST', `/artists/${artist.id}/revisions/1/redactions`, { hide: ['description'], reason: 'slander' });
  // A running service would schedule the new dump within a minute.
  await rockola.restart();
  await until(async () => !(await listDumps()).some((dump) => dump.file === file), 'the dump was not withdrawn');
  for (const name of [file, sqlite.file]) expect([(await download(name)).status, namesInFolder().includes(name)]).toEqual([404, false]);
  await until(async () => (await listDumps()).length === 1, 'no new dump was made');
});

test('the newest dumps are kept and can be cached and read in parts; no other file of the folder is served', async () => {
  for (let i = 0; i < kept; i++) await dumpNow();
  const dumps = await listDumps();
  expect(dumps.length).toBe(kept);
  expect(namesInFolder()).toEqual(filesOf(dumps));
  const newest = filesOfDump(dumps[0] as Dump);
  for (const file of newest) await expectParts(file);
  const unlisted = ['ndjson', 'sqlite'].map((format) => `rockola-2020-01-01T00-00-00-000Z.${format}.gz`);
  for (const name of unlisted) writeFileSync(join(folder, name), 'x');
  for (const name of [...unlisted, '..%2Frockola.db', 'index.json.unfinished'])
    expect([name, (await download(name)).status]).toEqual([name, 404]);
  for (const [language, title] of Object.entries({ es: 'El catálogo para descargar', en: 'The catalogue to download' })) {
    const page = await (await fetch(`${rockola.url}/dumps`, { headers: { Accept: 'text/html', 'Accept-Language': language } })).text();
    for (const text of [title, ...newest.flatMap(({ file, sha256: sum }) => [`href="/dumps/${file}"`, sum])])
      expect([text, page.includes(text)]).toEqual([text, true]);
  }
});

test('no dump is added while 100 jobs have not ended', async () => {
  for (let i = 0; i < 100; i++) await addJob(rockola, null);
  const { code, err } = await rockola.cli(['dump']);
  expect([code, err]).toEqual([1, expect.stringContaining('There are 100 jobs that have not ended')]);
});
