import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { repetitionsFor } from '../support/amount.ts';
import { commandOf, startRockola } from '../support/harness.ts';
import { addJob } from '../support/jobs.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const kept = 2;
const parent = mkdtempSync(join(tmpdir(), 'rockola-dumps-'));
const folder = join(parent, 'dumps');
const rockola = await startRockola({
  ROCKOLA_DUMPS: 'daily',
  ROCKOLA_DUMPS_KEPT: String(kept),
  ROCKOLA_DUMPS_FOLDER: folder,
  ROCKOLA_LICENCE: 'CC0-1.0',
});
const ana = await rockola.person();
afterAll(async () => {
  await rockola.stop();
  rmSync(parent, { recursive: true });
});

type Dump = {
  file: string;
  bytes: number;
  sha256: string;
  cursor: string;
  licence: string;
  records: number;
  kinds: Record<string, number>;
};
type Line = { path: string; record: object | null };

const listed = async (): Promise<Dump[]> => ((await (await fetch(`${rockola.url}/dumps/index.json`)).json()) as { dumps: Dump[] }).dumps;
const download = (file: string, init: RequestInit = {}) => fetch(`${rockola.url}/dumps/${file}`, init);
const files = () => (existsSync(folder) ? readdirSync(folder).toSorted() : []);
const linesOf = (bytes: Uint8Array<ArrayBuffer>) => new TextDecoder().decode(Bun.gunzipSync(bytes)).trimEnd().split('\n');
const sha256 = (bytes: Uint8Array) => new Bun.CryptoHasher('sha256').update(bytes).digest('hex');

async function dumpNow(): Promise<Dump> {
  const { code, out, err } = await rockola.cli(['dump']);
  expect([code, err.includes('not made')]).toEqual([0, false]);
  const [newest] = await listed();
  expect(out).toContain((newest as Dump).file);
  return newest as Dump;
}

/** Checks that every listed dump is complete. */
async function expectWhole(): Promise<void> {
  for (const { file, bytes, sha256: sum, records } of await listed()) {
    const content = new Uint8Array(readFileSync(join(folder, file)));
    expect([file, content.length, sha256(content)]).toEqual([file, bytes, sum]);
    expect(linesOf(content).at(-1)).toBe(`{"records":${records},"complete":true}`);
  }
}

test('the first dump is made without a request, and its entry in the index is correct', async () => {
  await until(async () => (await listed()).length === 1, 'no dump came by itself');
  const [dump] = (await listed()) as [Dump];
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
  expect(files()).toEqual(['index.json', dump.file]);
});

test('a dump and the changes after its cursor give the whole catalogue, even if there are writes during the dump', async () => {
  let writing = true;
  const writers = Array.from({ length: 3 }, async (_, n) => {
    for (let i = 0; writing; i++) {
      const { json } = await rockola.send('POST', '/artists', { name: `dump ${n} ${i}` });
      await rockola.send('POST', `/artists/${json.id}/albums`, { name: 'x', year: 1970 });
      await rockola.send(i % 3 === 0 ? 'DELETE' : 'PATCH', `/artists/${json.id}`, i % 3 === 0 ? undefined : { band: `${i}` });
    }
  });
  const { file, cursor } = await dumpNow().finally(() => {
    writing = false;
  });
  await Promise.all(writers);
  const unnumbered = async () => Number((await rockola.sql('select count(*) as n from revision where seq is null'))[0]?.n);
  await until(async () => (await unnumbered()) === 0, 'changes have no numbers');
  const mirror = new Map<string, string>();
  const put = ({ path, record }: Line) => (record ? mirror.set(path, JSON.stringify(record)) : mirror.delete(path));
  for (const line of linesOf(new Uint8Array(await (await download(file)).arrayBuffer())).slice(1, -1)) put(JSON.parse(line));
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
}, 60_000);

test(`a kill at any moment leaves no incomplete dump, and the job ends after the restart, seed ${seed}`, async () => {
  const random = randomFrom(seed);
  for (let kill = 0; kill < repetitionsFor('DUMP_KILLS', { short: 2, long: 50 }); kill++) {
    const before = (await listed())[0]?.file;
    const asking = Bun.spawn(commandOf('dump'), { env: rockola.env, stdout: 'ignore', stderr: 'ignore' });
    await until(
      async () => files().some((name) => name.endsWith('.unfinished')) || (await listed())[0]?.file !== before,
      'no dump was begun',
    );
    await Bun.sleep(random.below(60));
    await rockola.restart('SIGKILL');
    await expectWhole();
    // On PostgreSQL another node would take the job over after its lease.
    await rockola.sql('update job set leased_until = 0 where ended_at is null');
    await asking.exited;
    const open = async () => Number((await rockola.sql('select count(*) as n from job where ended_at is null'))[0]?.n);
    await until(async () => (await open()) === 0, 'the job did not end');
    await expectWhole();
    const dumps = await listed();
    expect([dumps.length <= kept, dumps[0]?.file !== before]).toEqual([true, true]);
    expect(files()).toEqual(['index.json', ...dumps.map(({ file }) => file).toSorted()]);
  }
  expect((await rockola.sql(`select state from job where kind = 'dump'`)).every(({ state }) => state === 'done')).toBe(true);
}, 300_000);

test('a dump holds nothing of accounts, drafts, former versions or redacted words', async () => {
  const word = () => `zz${crypto.randomUUID().replaceAll('-', '')}`;
  const [former, redacted, deleted, comment] = [word(), word(), word(), word()];
  const context = { 'Change-Comment': `"${comment}"` };
  const { json: artist } = await rockola.call('POST', '/api/v1/artists', { key: ana.key, body: { name: former }, headers: context });
  for (const description of [redacted, 'harmless'])
    await rockola.call('PATCH', `/api/v1/artists/${artist.id}`, { key: ana.key, body: { name: 'Manal', description } });
  const erased = { hide: ['description'], reason: 'slander' };
  expect((await rockola.send('POST', `/artists/${artist.id}/revisions/2/redactions`, erased)).status).toBe(200);
  const { json: gone } = await rockola.call('POST', '/api/v1/artists', { key: ana.key, body: { name: deleted } });
  await rockola.send('DELETE', `/artists/${gone.id}`);
  const { file } = await dumpNow();
  const text = linesOf(new Uint8Array(await (await download(file)).arrayBuffer())).join('\n');
  expect(text).toContain('harmless');
  for (const hidden of [former, redacted, deleted, comment, ana.email, 'operator@localhost']) expect(text).not.toContain(hidden);
  for (const hidden of ['password', 'token', '"user']) expect(text).not.toContain(hidden);
});

test('dumps from before a redaction are withdrawn', async () => {
  const { json: artist } = await rockola.send('POST', '/artists', { name: 'Vox Dei', description: 'slander' });
  const { file } = await dumpNow();
  await rockola.send('PATCH', `/artists/${artist.id}`, { description: '' });
  await rockola.send('POST', `/artists/${artist.id}/revisions/1/redactions`, { hide: ['description'], reason: 'slander' });
  // A running service would schedule the new dump within a minute.
  await rockola.restart();
  await until(async () => !(await listed()).some((dump) => dump.file === file), 'the dump was not withdrawn');
  expect((await listed()).length).toBe(1);
  expect((await download(file)).status).toBe(404);
  expect(files()).not.toContain(file);
});

test('the last dumps are kept, each can be cached and read in parts; nothing else in the folder is served', async () => {
  for (let i = 0; i < kept; i++) await dumpNow();
  const dumps = await listed();
  expect(dumps.length).toBe(kept);
  expect(files()).toEqual(['index.json', ...dumps.map(({ file }) => file).toSorted()]);
  const [{ file, bytes, sha256: sum }] = dumps as [Dump];
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
  writeFileSync(join(folder, 'rockola-2020-01-01T00-00-00-000Z.ndjson.gz'), 'x');
  for (const name of ['rockola-2020-01-01T00-00-00-000Z.ndjson.gz', '..%2Frockola.db', 'index.json.unfinished'])
    expect([name, (await download(name)).status]).toEqual([name, 404]);
  for (const [language, title] of Object.entries({ es: 'El catálogo para descargar', en: 'The catalogue to download' })) {
    const page = await (await fetch(`${rockola.url}/dumps`, { headers: { Accept: 'text/html', 'Accept-Language': language } })).text();
    expect([page.includes(title), page.includes(`href="/dumps/${file}"`)]).toEqual([true, true]);
  }
});

test('no dump is added while 100 jobs have not ended', async () => {
  for (let i = 0; i < 100; i++) await addJob(rockola, null);
  const { code, err } = await rockola.cli(['dump']);
  expect([code, err]).toEqual([1, expect.stringContaining('There are 100 jobs that have not ended')]);
});
