import { afterAll, expect, test } from 'bun:test';
import { allNumbered } from '../support/allNumbered.ts';
import { type Answer, startRockola } from '../support/harness.ts';

const first = Date.parse('2026-01-01T00:00:00Z');
const step = 1_000;

type Change = { seq: bigint; kind: string; id: bigint; version: bigint; at: string };

const iso = (at: number) => new Date(at).toISOString();
/** The time of each change, and a millisecond before and after it. */
const moments = () => times.flatMap((at) => [at - 1, at, at + 1]);
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const ana = await rockola.person();
const send = async (method: string, path: string, body?: object) => rockola.call(method, path, { body, key: ana.key });
const addRecord = async (path: string, body: object) => (await send('POST', path, body)).headers.get('location') as string;
const artist = await addRecord('/api/v1/artists', { name: 'Invisible' });
const albums: string[] = [
  await addRecord(`${artist}/albums`, { name: 'Uno', year: 1974 }),
  await addRecord(`${artist}/albums`, { name: 'Dos', year: 1975 }),
];
for (const band of ['a', 'b', 'c', 'd']) await send('PATCH', artist, { band });
for (const [n, album] of albums.entries()) for (const year of [1980, 1981]) await send('PATCH', album, { year: year + n });
// The changes get known times, two changes the same time.
await allNumbered(rockola);
await rockola.sql(`update revision set at = ${first} + ((seq - 1) / 2) * ${step}`);
for (const table of ['artist', 'album'])
  await rockola.sql(
    `update ${table} set changed_at = (select at from revision r where r.kind = '${table}' and r.id = ${table}.id and r.version = ${table}.version)`,
  );
const changes: Change[] = (await rockola.call('GET', '/api/v1/changes?limit=100')).json.data;
const times: number[] = [...new Set(changes.map(({ at }) => Date.parse(at)))];
afterAll(() => rockola.stop());
const seqs = (rows: { seq: bigint }[]) => rows.map(({ seq }) => seq);

async function pages(path: string): Promise<Change[]> {
  const rows: Change[] = [];
  for (let next: string | null = path; next; ) {
    const { json }: Answer = await rockola.call('GET', next);
    rows.push(...json.data);
    next = json.meta.next;
  }
  return rows;
}

test('the test data have changes before, at and after each time', () => {
  expect([changes.length, times.length]).toEqual([11, 6]);
});

test('changes since a time include the changes at that time, in both orders, at any page length', async () => {
  for (const since of moments()) {
    const wanted = changes.filter(({ at }) => Date.parse(at) >= since);
    for (const limit of [2, 100]) {
      const query = `/api/v1/changes?since=${iso(since)}&limit=${limit}`;
      expect([since - first, limit, seqs(await pages(query))]).toEqual([since - first, limit, seqs(wanted)]);
      expect([since - first, limit, seqs(await pages(`${query}&order=desc`))]).toEqual([since - first, limit, seqs(wanted.toReversed())]);
    }
  }
});

test('pages of changes end with the last change, whatever the limit is', async () => {
  for (let limit = 1; limit <= changes.length + 1; limit++) {
    const { json } = await rockola.call('GET', `/api/v1/changes?limit=${limit}`);
    expect([limit, seqs(json.data)]).toEqual([limit, seqs(changes.slice(0, limit))]);
    expect([limit, json.meta.next === null]).toEqual([limit, limit >= changes.length]);
    expect([limit, seqs(await pages(`/api/v1/changes?limit=${limit}`))]).toEqual([limit, seqs(changes)]);
  }
});

test('a record at a moment is its last version made at that moment or before', async () => {
  for (const [kind, path] of [['artist', artist], ...albums.map((album) => ['album', album] as const)] as const) {
    const id = BigInt(path.split('/').at(-1) as string);
    const versions = changes.filter((change) => change.kind === kind && change.id === id);
    for (const at of moments()) {
      const version = versions.findLast((change) => Date.parse(change.at) <= at)?.version;
      const { status, headers } = await rockola.call('GET', `${path}?at=${iso(at)}`);
      const seen = status === 200 ? BigInt(/"(\d+)/.exec(headers.get('etag') ?? '')?.[1] ?? '') : status;
      expect([path, at - first, seen]).toEqual([path, at - first, version ?? 404]);
    }
  }
});

test('an undo of a span of time includes both of its ends', async () => {
  const undoneIn = async (since: number, until: number) => {
    const body = { since: iso(since), until: iso(until), dry_run: true };
    const { json } = await rockola.send('POST', `/user/accounts/${ana.id}/reversions`, body);
    return [...json.undone, ...json.left].map(({ kind, id }) => `${kind} ${id}`).sort();
  };
  const changedIn = (since: number, until: number) => {
    const inSpan = changes.filter(({ at }) => Date.parse(at) >= since && Date.parse(at) <= until);
    return [...new Set(inSpan.map(({ kind, id }) => `${kind} ${id}`))].sort();
  };
  for (const at of times) {
    for (const [since, until] of [
      [at, at],
      [at - 1, at - 1],
      [at + 1, at + 1],
      [at, times.at(-1) as number],
      [at + 1, times.at(-1) as number],
      [first, at],
      [first, at - 1],
    ] as const) {
      if (until < since) continue;
      expect([since - first, until - first, await undoneIn(since, until)]).toEqual([since - first, until - first, changedIn(since, until)]);
    }
  }
});

test('for If-Modified-Since a record is unmodified from the second of its last change on', async () => {
  const { headers } = await rockola.call('GET', artist);
  const at = Date.parse(headers.get('last-modified') as string);
  for (const [seconds, status] of [
    [-1, 200],
    [0, 304],
    [1, 304],
  ] as const) {
    const since = new Date(at + seconds * 1_000).toUTCString();
    expect([seconds, (await rockola.call('GET', artist, { headers: { 'If-Modified-Since': since } })).status]).toEqual([seconds, status]);
    const change = { body: { band: 'd' }, key: ana.key, headers: { 'If-Unmodified-Since': since } };
    expect([seconds, (await rockola.call('PATCH', artist, change)).status]).toEqual([seconds, seconds < 0 ? 412 : 200]);
  }
});

test('after the clock goes back, new versions and last uses get no earlier times than the stored ones', async () => {
  const later = Date.now() + 3_600_000;
  await rockola.sql(`update revision set at = ${later}`);
  for (const table of ['artist', 'album']) await rockola.sql(`update ${table} set changed_at = ${later}`);
  await rockola.sql(`insert into api_key (user_id, name, hash, scopes, created_at) values (${ana.id}, 'never', 'never', 'account', 1)`);
  for (const table of ['session', 'api_key']) await rockola.sql(`update ${table} set last_used_at = ${later}`);
  const send = async (method: string, path: string, body?: object) =>
    expect([path, (await rockola.send(method, path, body)).status < 300]).toEqual([path, true]);
  const [patched = '', restored = ''] = albums;
  await send('PATCH', patched, { year: 1999 });
  await send('DELETE', restored);
  await send('POST', `${restored}/reversions`, { version: 1 });
  await send('PUT', artist, { name: 'Visible', band: '', description: '', image: '' });
  await send('DELETE', artist);
  await send('POST', `${artist}/reversions`, { version: 1 });
  expect((await rockola.call('GET', '/api/v1/user', { token: ana.token })).status).toBe(200);
  // The service writes the times of last use when it stops.
  await rockola.restart();
  const newest = await rockola.sql(`select kind, min(at) as at from revision group by kind order by kind`);
  expect(newest.map(({ kind, at }) => [kind, Number(at) - later])).toEqual([
    ['album', 0],
    ['artist', 0],
  ]);
  const used = await rockola.sql('select last_used_at as at from session union all select last_used_at from api_key');
  expect([used.length > 2, ...used.filter(({ at }) => Number(at) !== later)]).toEqual([true]);
  expect((await rockola.cli(['check'])).code).toBe(0);
});
