import { afterAll, beforeAll, expect, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { parseJson } from '../../src/model/json.ts';
import { type Kind, kinds, parentOf } from '../../src/model/record.ts';
import { until } from '../faults/until.ts';
import { allNumbered } from '../support/allNumbered.ts';
import { readCsv } from '../support/csv.ts';
import { engine } from '../support/databases.ts';
import { commandOf, type Rockola, startRockola } from '../support/harness.ts';
import { addArtists } from '../support/many.ts';
import { addOddCatalogue } from '../support/oddCatalogue.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const path = '/api/v1/export';
type Line = {
  kind: Kind;
  path: string;
  artist_id: bigint | null;
  album_id: bigint | null;
  record: { id: bigint } & Record<string, unknown>;
};
type Exported = { text: string; head: Record<string, unknown>; lines: Line[]; end: Record<string, unknown> };

const send = (method: string, target: string, body?: unknown, node: Rockola = rockola) =>
  node.call(method, target, { body, key: node.adminKey });

function read(text: string): Exported {
  const [head, ...rest] = text
    .trimEnd()
    .split('\n')
    .map((line) => parseJson(line).value);
  return { text, head: head as never, lines: rest.slice(0, -1) as never, end: rest.at(-1) as never };
}

/** Repeats a request that is refused with 503, since each client may have only two exports at once. */
async function get(query = '', headers: Record<string, string> = {}, { url }: { url: string } = rockola): Promise<Response> {
  let response: Response | undefined;
  await until(async () => {
    response = await fetch(`${url}${path}${query}`, { headers });
    if (response.status !== 503) return true;
    // An answer that nobody reads may close its connection when another request uses it.
    await response.text();
    return false;
  }, 'no export was possible');
  return response as Response;
}
const take = async (query = '') => read(await (await get(query)).text());

beforeAll(() => addOddCatalogue(rockola));

test('an export has every record, as the API reads it, in order of kind and id', async () => {
  const { head, lines, end } = await take();
  const counts = await Promise.all(kinds.map((kind) => rockola.sql(`select count(*) as records from ${kind}`)));
  expect(kinds.map((kind) => lines.filter((line) => line.kind === kind).length)).toEqual(counts.map(([row]) => Number(row?.records)));
  expect(end).toEqual({ records: BigInt(lines.length), complete: true });
  const place = ({ kind, record }: Line) => [kinds.indexOf(kind), record.id] as const;
  const inOrder = lines.toSorted((a, b) => place(a)[0] - place(b)[0] || (place(a)[1] < place(b)[1] ? -1 : 1));
  expect(lines).toEqual(inOrder);
  // The newest records of each kind have the odd texts.
  for (const line of kinds.flatMap((kind) => lines.filter((line) => line.kind === kind).slice(-24))) {
    const { status, json } = await rockola.call('GET', line.path);
    expect([status, json]).toEqual([200, line.record]);
    const [, artist, album] = /artists\/(\d+)(?:\/albums\/(\d+))?/.exec(line.path) ?? [];
    const parent = parentOf(line.kind);
    const above = [line.artist_id, line.album_id].map((id) => id?.toString()).filter((id) => id !== undefined);
    if (parent) expect(above).toEqual([artist, album].slice(0, parent === 'album' ? 2 : 1) as string[]);
  }
  // An export after the last possible id has no records, only a cursor.
  await until(async () => {
    const { json } = await rockola.call('GET', '/api/v1/changes?order=desc&limit=1');
    return json.meta.after === head.cursor || (await take('?after=album_source-9223372036854775807')).head.cursor === json.meta.after;
  }, 'the cursor is not that of the newest change');
  expect(Object.keys(head)).toEqual(['rockola', 'licence', 'cursor']);
});

test('an export may be of one kind, and may begin after a record: so a cut export continues after its last line', async () => {
  const whole = await take();
  const album = await take('?kind=album');
  expect(album.lines).toEqual(whole.lines.filter(({ kind }) => kind === 'album'));
  for (const cut of [0, 1, 500, album.lines.length - 1, whole.lines.length - 1]) {
    const last = whole.lines[cut] as Line;
    const rest = await take(`?after=${last.kind}-${last.record.id}`);
    expect(rest.lines).toEqual(whole.lines.slice(cut + 1));
    expect(rest.end).toEqual({ records: BigInt(whole.lines.length - cut - 1), complete: true });
  }
  expect((await take('?kind=album&after=album-9223372036854775807')).lines).toEqual([]);
});

test('CSV of each kind has the same values', async () => {
  const { lines } = await take();
  const cellOf = (value: unknown) => (value === null ? null : Array.isArray(value) ? value.join(', ') : String(value));
  for (const kind of kinds) {
    const response = await get(`?format=csv&kind=${kind}`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename="rockola-${kind}.csv"`);
    const [names = [], ...rows] = readCsv(await response.text());
    const records = lines.filter((line) => line.kind === kind);
    expect([kind, rows.length]).toEqual([kind, records.length]);
    const valuesOf = ({ artist_id, album_id, record }: Line) => ({ ...record, artist_id, album_id }) as Record<string, unknown>;
    expect(rows).toEqual(records.map((line) => names.map((name) => cellOf(valuesOf(line)[name as string]))));
  }
  const { out } = await rockola.cli(['export', '--format', 'csv', '--kind', 'artist', '--for', 'spreadsheet']);
  const sent = Buffer.from(await (await get('?format=csv&kind=artist&for=spreadsheet')).arrayBuffer()).toString();
  // The harness removes the byte order mark from `out`.
  expect(sent).toBe(`\ufeff${out}`);
});

test('an export is compressed for clients that accept gzip, is a download, and answers HEAD', async () => {
  const plain = await get('', { 'Accept-Encoding': 'identity' });
  const zipped = await get('', { 'Accept-Encoding': 'gzip' });
  expect([plain.headers.get('content-encoding'), zipped.headers.get('content-encoding')]).toEqual([null, 'gzip']);
  expect(await zipped.text()).toBe(await plain.text());
  expect(Object.fromEntries((await get('?kind=track')).headers)).toMatchObject({
    'content-type': 'application/x-ndjson; charset=utf-8',
    'content-disposition': 'attachment; filename="rockola-track.ndjson"',
    'cache-control': 'no-store',
    vary: 'Accept, Accept-Encoding',
  });
  const head = await fetch(`${rockola.url}${path}`, { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, null, '']);
});

test('an export shows one moment while others write, and together with the changes after its cursor gives a mirror', async () => {
  let writing = true;
  const writers = Array.from({ length: 3 }, async (_, n) => {
    for (let i = 0; writing; i++) {
      const { json } = await send('POST', '/api/v1/artists', { name: `while exported ${n} ${i}` });
      await send('POST', `/api/v1/artists/${json.id}/albums`, { name: 'x', year: 1970 });
      if (i % 3 === 0) await send('DELETE', `/api/v1/artists/${json.id}`);
    }
  });
  const exports: Exported[] = [];
  for (let i = 0; i < 5; i++) exports.push(await take());
  writing = false;
  await Promise.all(writers);
  const mirrorOf = ({ lines }: Exported) => new Map(lines.map(({ path, record }) => [path, record]));
  for (const { lines } of exports) {
    const paths = new Set(lines.map((line) => line.path));
    // An album without its artist would show that the export mixes two moments.
    expect(lines.filter((line) => line.kind === 'album' && !paths.has(`/api/v1/artists/${line.artist_id}`))).toEqual([]);
  }
  await allNumbered(rockola);
  const mirror = mirrorOf(exports[0] as Exported);
  for (let next = `/api/v1/changes?limit=100&after=${exports[0]?.head.cursor}`; next; ) {
    const { json } = await rockola.call('GET', next);
    for (const { path, record } of json.data) {
      if (record) mirror.set(path, record);
      else mirror.delete(path);
    }
    next = json.meta.next;
  }
  const now = mirrorOf(await take());
  expect(mirror.size).toBe(now.size);
  expect([...now].filter(([path, record]) => !Bun.deepEquals(mirror.get(path), record))).toEqual([]);
});

/** The ids of the artists of a list with a filter. */
async function artistsOf(filter: string): Promise<Set<bigint>> {
  const ids = new Set<bigint>();
  for (let next = `/api/v1/artists?${filter}&limit=100`; next; ) {
    const { json } = await rockola.call('GET', next);
    for (const { id } of json.data) ids.add(id);
    next = json.meta.next;
  }
  return ids;
}

test('a filter of the list of artists chooses the artists of an export, with all records under them', async () => {
  const { lines } = await take();
  const band = lines.find(({ record }) => record.band)?.record.band as string;
  const filters = [
    'type=group',
    'genre=punk&decade=1980',
    'place=La%20Plata',
    `band=${encodeURIComponent(band)}`,
    'lacks=genre',
    'ids=1001,1003',
  ];
  for (const filter of filters) {
    const artists = await artistsOf(filter);
    const wanted = lines.filter(({ kind, artist_id, record }) => artists.has(kind === 'artist' ? record.id : (artist_id as bigint)));
    expect([filter, wanted.length > 0]).toEqual([filter, true]);
    expect((await take(`?${filter}`)).lines).toEqual(wanted);
    const last = wanted[wanted.length >> 1] as Line;
    const rest = await take(`?${filter}&after=${last.kind}-${last.record.id}`);
    expect(rest.lines).toEqual(wanted.slice((wanted.length >> 1) + 1));
  }
  const options = ['--kind', 'album', '--filter', 'genre=punk', 'decade=1980'];
  expect((await rockola.cli(['export', ...options])).out).toBe((await take('?kind=album&genre=punk&decade=1980')).text);
  const faulty = await rockola.cli(['export', '--filter', 'year=old', 'genre=polka', 'decade=1985', 'colour=red']);
  expect([faulty.code, faulty.err]).toEqual([
    1,
    expect.stringMatching(
      /--filter year must be an integer .*--filter decade must be .*--filter genre must be .*--filter colour is not a filter/s,
    ),
  ]);
  const faults = async (target: string) =>
    (await rockola.call('GET', `${target}?genre=polka&decade=1985&identifier=x:1&ids=0`)).json.errors;
  expect(await faults(path)).toEqual(await faults('/api/v1/artists'));
});

test('linked data has a line for each artist and album, equal to the answer of the API', async () => {
  const { lines } = await take('?decade=1960');
  const entries = lines.filter(({ kind }) => kind === 'artist' || kind === 'album');
  const response = await get('?format=jsonld&decade=1960');
  expect([response.headers.get('content-type'), response.headers.get('content-disposition')]).toEqual([
    'application/x-ld+ndjson; charset=utf-8',
    'attachment; filename="rockola.jsonld"',
  ]);
  const linked = (await response.text()).trimEnd().split('\n');
  expect(linked.length).toBe(entries.length);
  for (const [i, entry] of entries.entries()) {
    const answer = await fetch(rockola.url + entry.path, { headers: { Accept: 'application/ld+json' } });
    expect(linked[i]).toBe(await answer.text());
  }
  const albums = entries.filter(({ kind }) => kind === 'album');
  expect((await (await get(`?format=jsonld&decade=1960&after=album-${albums[0]?.record.id}`)).text()).trimEnd().split('\n')).toEqual(
    linked.slice(entries.length - albums.length + 1),
  );
  const command = await rockola.cli(['export', '--format', 'jsonld', '--filter', 'decade=1960']);
  // On SQLite the command asks the running server for its public address. On PostgreSQL it needs the setting.
  if (engine === 'postgres') expect(command.err).toContain('Set ROCKOLA_PUBLIC_URL');
  else expect(command.out.trimEnd().split('\n')).toEqual(linked);
});

test.each([
  ['?format=jsonld&kind=alias', ['/kind']],
  ['?format=jsonld&after=track-1', ['/after']],
  ['?genre=polka&type=x&updated_since=y', ['/genre', '/type', '/updated_since']],
  ['?format=xml&kind=x&after=y&z=1', ['/after', '/format', '/kind', '/z']],
  ['?kind=album&after=artist-1', ['/after']],
  ['?format=csv&after=artist-1', ['/kind']],
  ['?for=spreadsheet', ['/for']],
  ['?after=album-9223372036854775808', ['/after']],
  ['?after=album--1', ['/after']],
  ['?after=toString-1', ['/after']],
  ['?kind=album&kind=artist', ['/kind']],
])('%s is refused', async (query, pointers) => {
  const { status, json } = await rockola.call('GET', path + query);
  expect([status, json.errors.map(({ pointer }: { pointer: string }) => pointer).sort()]).toEqual([400, pointers]);
});

test('Accept chooses the format if the query names none', async () => {
  const typeOf = async (query: string, Accept: string) => (await get(query, { Accept })).headers.get('content-type')?.split(';')[0];
  const [csv, lines] = ['text/csv', 'application/x-ndjson'];
  expect(await typeOf('?kind=track', 'text/csv, */*;q=0.1')).toBe(csv);
  expect(await typeOf('?kind=track&for=spreadsheet', 'text/*')).toBe(csv);
  expect(await typeOf('?kind=track', 'text/csv;q=0.9, application/x-ndjson')).toBe(lines);
  expect(await typeOf('', 'text/html, */*;q=0.8')).toBe(lines);
  expect(await typeOf('?kind=track&format=ndjson', csv)).toBe(lines);
  expect(await typeOf('?kind=track&format=csv', lines)).toBe(csv);
  expect(await (await get('', { Accept: csv })).json()).toMatchObject({ status: 400, errors: [{ pointer: '/kind' }] });
});

test('an Accept header that excludes every format is refused', async () => {
  const statusOf = async (accept: string) => (await get('?kind=track', { Accept: accept })).status;
  expect([await statusOf('application/json'), await statusOf('application/*'), await statusOf('*/*;q=0.1')]).toEqual([406, 200, 200]);
});

/** A client that asks for an export, and reads nothing of it. */
function connectUnread(node: Rockola, query = '') {
  const socket = connect({ port: Number(new URL(node.url).port), host: '127.0.0.1' });
  socket.pause();
  socket.on('error', () => {});
  socket.write(`GET ${path}${query} HTTP/1.1\r\nHost: x\r\n\r\n`);
  return socket;
}

/** The text that a client gets which begins to read after `ms`. `whole`: whether the transfer was complete. */
async function readLate(node: Rockola, query: string, ms: number): Promise<{ text: string; whole: boolean }> {
  const socket = connectUnread(node, query);
  const chunks: Buffer[] = [];
  const end = Buffer.from('\r\n0\r\n\r\n');
  const isWhole = () => Buffer.concat(chunks.slice(-2)).subarray(-end.length).equals(end);
  socket.on('data', (chunk) => void chunks.push(Buffer.from(chunk)));
  socket.pause();
  await Bun.sleep(ms);
  let closed = false;
  socket.on('close', () => {
    closed = true;
  });
  socket.resume();
  await until(() => closed || isWhole(), 'the transfer does not end');
  socket.destroy();
  const all = Buffer.concat(chunks);
  const pieces: Buffer[] = [];
  // The chunks of RFC 9112 §7.1
  for (let offset = all.indexOf('\r\n\r\n') + 4; ; ) {
    const line = all.indexOf('\r\n', offset);
    const length = Number.parseInt(all.toString('latin1', offset, line), 16);
    if (line < 0 || !(length > 0)) break;
    pieces.push(all.subarray(line + 2, line + 2 + length));
    offset = line + 2 + length + 2;
  }
  return { text: Buffer.concat(pieces).toString(), whole: isWhole() };
}

/** Makes an export longer than the buffers of a connection. */
const fill = (node: Rockola) => addArtists(node, 1_200, 'x'.repeat(9_000));

test('a client may have two exports at once; one that it breaks off, read or not, no longer counts', async () => {
  await fill(rockola);
  const begun = () => rockola.output().split('"path":"/api/v1/export","status":200').length;
  const refusesThird = async () => {
    const before = begun();
    const sockets = [connectUnread(rockola), connectUnread(rockola)];
    try {
      await until(() => begun() >= before + 2, 'the exports do not begin');
      const response = await fetch(`${rockola.url}${path}?kind=track`);
      await response.text();
      return response.status === 503 && response.headers.get('retry-after') === '2';
    } finally {
      for (const socket of sockets) socket.destroy();
      await take('?kind=track');
    }
  };
  // The service ends an export that its client does not read for ten seconds. A slow machine may need that time for the third request.
  await until(refusesThird, 'a third export is possible');
  expect((await take('?kind=track')).end.complete).toBe(true);
  for (let i = 0; i < 5; i++) {
    const stop = new AbortController();
    const response = await fetch(`${rockola.url}${path}`, { signal: stop.signal }).catch(() => undefined);
    await response?.body?.getReader().read();
    stop.abort();
    expect((await take('?kind=track')).end.complete).toBe(true);
  }
  const openSnapshots =
    engine === 'postgres' ? "select pid from pg_stat_activity where datname = current_database() and state = 'idle in transaction'" : '';
  if (openSnapshots) await until(async () => (await rockola.sql(openSnapshots)).length === 0, 'a snapshot is still open');
});

test.skipIf(engine === 'postgres')('clients that disconnect at once do not accumulate snapshots', async () => {
  const threads = () => Number(/Threads:\s+(\d+)/.exec(readFileSync(`/proc/${rockola.process.pid}/status`, 'utf8'))?.[1]);
  const before = threads();
  let highest = before;
  for (let i = 0; i < 300; i++) {
    const stop = new AbortController();
    void fetch(`${rockola.url}${path}`, { signal: stop.signal }).catch(() => {});
    await Bun.sleep(2);
    stop.abort();
    highest = Math.max(highest, threads());
  }
  // Each snapshot has a thread, and a thread takes a moment to end.
  expect(highest - before).toBeLessThan(16);
  await until(async () => (await get('?kind=track')).status === 200, 'no place becomes free');
});

test('an export that is read too slowly ends with the place where another export can continue', async () => {
  const slow = await startRockola({}, { variant: { altered: ['shortSnapshots'] } });
  try {
    await fill(slow);
    let late = await readLate(slow, '', 4_000);
    // On a busy machine the three seconds of an export may pass before its first page.
    while (read(late.text).lines.length === 0) late = await readLate(slow, '', 4_000);
    const { lines, end } = read(late.text);
    const last = lines.at(-1) as Line;
    expect([late.whole, end]).toEqual([true, { records: BigInt(lines.length), complete: false, after: `${last.kind}-${last.record.id}` }]);
    // CSV cannot name that place, so its transfer breaks off.
    expect((await readLate(slow, '?format=csv&kind=artist', 4_000)).whole).toBe(false);
    let { after } = end;
    let all = lines.length;
    // On a busy machine the rest may take more than the three seconds of one export too.
    for (let complete = false; !complete; ) {
      const rest = read(await (await get(`?after=${after}`, {}, slow)).text());
      all += rest.lines.length;
      complete = rest.end.complete === true;
      after = rest.end.after ?? after;
    }
    expect(all).toBe(read((await slow.cli(['export'])).out).lines.length);
  } finally {
    await slow.stop();
  }
});

const unfinished = () => readdirSync(rockola.folder).filter((name) => name.endsWith('.part'));

test('the command writes the same export, to its output or to a file', async () => {
  const { text } = await take();
  const { out } = await rockola.cli(['export']);
  expect(out).toBe(text);
  const file = join(rockola.folder, 'export.ndjson');
  // A file with this name may belong to another export that is running.
  writeFileSync(`${file}.part`, 'of another');
  const made = await rockola.cli(['export', '--kind', 'album', '--output', file]);
  expect([made.code, made.out]).toEqual([0, '']);
  expect(made.err).toContain(file);
  expect(readFileSync(file, 'utf8')).toBe((await take('?kind=album')).text);
  const again = await rockola.cli(['export', '--output', file]);
  expect([again.code, again.err]).toEqual([1, `${file} is there already. Name another file.\n`]);
  expect([unfinished(), readFileSync(`${file}.part`, 'utf8')]).toEqual([['export.ndjson.part'], 'of another']);
  rmSync(`${file}.part`);
  const wrong = await rockola.cli(['export', '--kind', 'album', '--after', 'x']);
  expect([wrong.code, wrong.err]).toEqual([1, '--after must be a kind and an id, such as album-1043.\n']);
});

test('the file of an export may have a long name; a path that cannot be written is refused', async () => {
  const file = join(rockola.folder, 'x'.repeat(240));
  expect(await rockola.cli(['export', '--kind', 'album', '--output', file])).toMatchObject({ code: 0, out: '' });
  const { code, err } = await rockola.cli(['export', '--output', join(file, 'below')]);
  expect([code, err]).toEqual([1, expect.stringMatching(/^\S+ cannot be written \(ENOTDIR.+\)\. Name another file\.\n$/)]);
  rmSync(file);
});

test('an interrupted export leaves no file', async () => {
  const file = join(rockola.folder, 'interrupted.ndjson');
  await until(async () => {
    rmSync(file, { force: true });
    const child = Bun.spawn(commandOf('export', '--output', file), { env: rockola.env, stderr: 'ignore' });
    await until(() => unfinished().length > 0 || child.exitCode !== null, 'no file is begun');
    child.kill('SIGINT');
    // An export may be complete before the signal comes.
    return (await child.exited) === 130 && !existsSync(file);
  }, 'no export is interrupted');
  expect(unfinished()).toEqual([]);
});
