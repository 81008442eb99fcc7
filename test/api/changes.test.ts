import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { allNumbered } from '../support/allNumbered.ts';
import { engine } from '../support/databases.ts';
import { type Answer, type Rockola, startRockola } from '../support/harness.ts';
import { retryWhenBusy } from '../support/retryWhenBusy.ts';

const nodes: Rockola[] = [];
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
nodes.push(rockola);
const { DATABASE_URL } = rockola.env;
// Only one server may have a SQLite file open.
const otherNodes = engine === 'postgres' && DATABASE_URL ? 3 : 0;
for (let i = 0; i < otherNodes; i++) nodes.push(await startRockola({ DATABASE_URL: DATABASE_URL as string }));
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop();
});

const path = '/api/v1/changes';
const artists = '/api/v1/artists';
const { send } = rockola;
const get = (query = '', node = rockola) => node.call('GET', `${path}${query}`);
const addRecord = async (target: string, body: object) => (await send('POST', target, body)).headers.get('location') as string;
const idOf = (place: string) => BigInt(place.split('/').at(-1) as string);

type Row = Record<string, unknown> & { seq: bigint };

/** The rows of all pages of the list for a query. */
async function follow(query: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (let next: string | null = `${path}${query}`; next; ) {
    const { status, json, text } = await rockola.call('GET', next);
    if (status !== 200) throw new Error(text);
    rows.push(...json.data);
    next = json.meta.next;
  }
  return rows;
}

/** Waits until all writes so far have their sequence numbers. @returns the cursor after them */
async function settledCursor(): Promise<string> {
  await allNumbered(rockola);
  return (await get('?order=desc&limit=1')).json.meta.after ?? '';
}
let start: string;
beforeEach(async () => {
  if ((await get('?limit=1')).json.data.length === 0) await addRecord(artists, { name: 'First' });
  start = await settledCursor();
});

test('a row has the record, its changed members, the account, the time, the reason and the result', async () => {
  const person = await rockola.person();
  const artist = (await rockola.call('POST', artists, { key: person.key, body: { name: 'Almendra' } })).headers.get('location') as string;
  const album = await addRecord(`${artist}/albums`, { name: 'Uno', year: 1969 });
  await send('PATCH', album, { year: 1970 }, { 'Change-Comment': '%"a%c3%b1o"', 'Change-Source': '"https://example.org/"' });
  await settledCursor();
  const { json } = await get(`?after=${start}`);
  const absent = { comment: null, source: null, redacts: null, redacted: null, hidden: null };
  const common = { at: expect.any(String), changeset: expect.any(BigInt), ...absent, user: 1n, user_name: null };
  const artistId = idOf(artist);
  const record = { id: idOf(album), name: 'Uno', year: 1969n, image: '' };
  const ofAlbum = { ...common, kind: 'album', id: idOf(album), artist_id: artistId, album_id: null, path: album };
  const seq = json.data[0].seq;
  expect(json.data).toEqual([
    {
      ...common,
      ...{
        seq,
        user: person.id,
        kind: 'artist',
        id: artistId,
        artist_id: null,
        album_id: null,
        path: artist,
        version: 1n,
        action: 'create',
      },
      record: { id: artistId, name: 'Almendra', description: '', image: '', band: '' },
    },
    { ...ofAlbum, seq: seq + 1n, version: 1n, action: 'create', record },
    {
      ...ofAlbum,
      ...{ seq: seq + 2n, version: 2n, action: 'update', comment: 'año', source: 'https://example.org/' },
      record: { ...record, year: 1970n },
    },
  ]);
  expect(json.meta).toEqual({ limit: 10n, after: expect.stringMatching(/^c\d+-[0-9a-z]+$/), next: null });
});

describe('the list of changes can be read', () => {
  let artist: string;
  let album: string;
  let moment: string;
  let user: bigint;
  beforeEach(async () => {
    const person = await rockola.person();
    user = person.id;
    artist = await addRecord(artists, { name: 'Sui Generis' });
    album = (await rockola.call('POST', `${artist}/albums`, { key: person.key, body: { name: 'Vida', year: 1972 } })).headers.get(
      'location',
    ) as string;
    await Bun.sleep(3);
    moment = new Date().toISOString();
    await send('PATCH', artist, { band: 'Sui Generis' });
    await rockola.call('PATCH', album, { key: person.key, body: { name: 'Confesiones' } });
    await settledCursor();
  });
  const named = (rows: Row[]) => rows.map(({ kind, version }) => `${kind} ${version}`);

  test('the oldest first and the newest first', async () => {
    const rows = await follow(`?after=${start}&limit=3`);
    expect(named(rows)).toEqual(['artist 1', 'album 1', 'artist 2', 'album 2']);
    const { json } = await get('?order=desc&limit=4');
    expect(json.data).toEqual(rows.toReversed());
    const older = await rockola.call('GET', json.meta.next);
    expect(older.json.data[0].seq).toBe((rows[0]?.seq as bigint) - 1n);
  });

  test('by kind, account, artist and changeset, and from a time on', async () => {
    const found = async (query: string) => named(await follow(`?after=${start}&${query}`));
    expect(await found('kind=album')).toEqual(['album 1', 'album 2']);
    expect(await found(`user=${user}`)).toEqual(['album 1', 'album 2']);
    expect(await found(`user=${user}&kind=artist`)).toEqual([]);
    expect(await found(`artist=${idOf(artist)}`)).toEqual(['artist 1', 'album 1', 'artist 2', 'album 2']);
    expect(await found(`artist=${idOf(artist)}&kind=artist`)).toEqual(['artist 1', 'artist 2']);
    expect(await found('artist=987654321')).toEqual([]);
    const [{ changeset }] = (await follow(`?after=${start}`)) as [Row];
    expect(await found(`changeset=${changeset}`)).toEqual(['artist 1']);
    expect(await found(`since=${moment}`)).toEqual(['artist 2', 'album 2']);
    expect(await found(`since=${moment}&user=${user}&limit=1`)).toEqual(['album 2']);
    expect(named(await follow(`?since=${moment}`))).toEqual(['artist 2', 'album 2']);
    for (const limit of [1, 100])
      expect(named(await follow(`?since=${moment}&order=desc&limit=${limit}`))).toEqual(['album 2', 'artist 2']);
    expect(await found('since=2999-01-01T00:00:00Z')).toEqual([]);
    expect((await follow('?since=1969-01-01T00:00:00Z&limit=100')).length).toBe((await follow('?limit=7')).length);
    expect(await found('user=987654321')).toEqual([]);
  });

  test('with a filter that finds nothing: the page has the cursor of the newest change', async () => {
    for (const query of ['?since=2999-01-01T00:00:00Z', '?since=2999-01-01T00:00:00Z&kind=album', '?user=987654321']) {
      const { json } = await get(query);
      expect([query, json.data, json.meta.after]).toEqual([query, [], await settledCursor()]);
    }
  });

  test('after its end: the page is empty until something changes', async () => {
    for (const query of ['', '&kind=album', '&kind=artist', `&user=${user}`]) {
      const { json } = await get(`?after=${start}&limit=100${query}`);
      const { json: empty } = await get(`?after=${json.meta.after}${query}`);
      expect([empty.data, empty.meta.next]).toEqual([[], null]);
      await rockola.send('PATCH', album, { year: 1973 });
      await rockola.send('PATCH', album, { year: 1972 });
      await settledCursor();
      const { json: more } = await get(`?after=${empty.meta.after}`);
      expect(named(more.data).length).toBe(2);
    }
  });
});

test('a deleted record is listed without its content, comments and sources', async () => {
  const artist = await addRecord(artists, { name: 'Secreto' });
  const remarks = { 'Change-Comment': '"Secreto"', 'Change-Source': '"https://example.org/Secreto"' };
  await send('POST', `${artist}/albums`, { name: 'Secreto', year: 1974 }, remarks);
  await send('DELETE', artist, undefined, remarks);
  await settledCursor();
  for (const options of [{}, { key: rockola.adminKey }]) {
    const { json, text } = await rockola.call('GET', `${path}?after=${start}`, options);
    expect(json.data.map((row: Row) => [row.kind, row.action, row.record])).toEqual([
      ['artist', 'create', null],
      ['album', 'create', null],
      ['artist', 'delete', null],
      ['album', 'delete', null],
    ]);
    expect(text).not.toContain('Secreto');
    expect(json.data[2].changeset).toBe(json.data[3].changeset);
  }
  expect((await rockola.call('GET', `${artist}/revisions`, { key: rockola.adminKey })).json.data[0].comment).toBe('Secreto');
});

test('changes of a deleted account name no account, and a filter by the account finds none', async () => {
  const person = await rockola.person();
  await rockola.call('POST', artists, { key: person.key, body: { name: 'x' } });
  await settledCursor();
  expect(await follow(`?user=${person.id}`)).toHaveLength(1);
  await rockola.call('POST', '/api/v1/user/deletion', { key: person.key, body: { password: person.password } });
  expect((await follow(`?after=${start}`)).map(({ user }) => user)).toEqual([null]);
  expect(await follow(`?user=${person.id}`)).toEqual([]);
});

test('a follower sees each change once and in order, whichever node writes it', async () => {
  const seen: Row[] = [];
  let racing = true;
  let after = start;
  const step = async (node: Rockola) => {
    const { json, text } = await retryWhenBusy(() => get(`?after=${after}&limit=37`, node));
    if (!json?.data) throw new Error(text);
    seen.push(...json.data);
    after = json.meta.after;
    return json.data.length;
  };
  const follower = (async () => {
    for (let i = 0; racing; i++) if ((await step(nodes[i % nodes.length] as Rockola)) === 0) await Bun.sleep(3);
  })();
  const shared = await addRecord(artists, { name: 'shared' });
  const write = (node: Rockola, n: number) => async () => {
    const credentials = { key: rockola.adminKey };
    for (let i = 0; i < 8; i++) {
      const { json } = await node.call('POST', artists, { ...credentials, body: { name: `race ${n} ${i}` } });
      await Promise.all([
        node.call('POST', `${artists}/${json.id}/albums`, { ...credentials, body: { name: 'a', year: 1970 } }),
        node.call('PATCH', shared, { ...credentials, body: { band: `${n} ${i}` } }),
        node.call('PATCH', `${artists}/${json.id}`, { ...credentials, body: { band: 'b' } }),
      ]);
      if (i % 2 === 0) await node.call('DELETE', `${artists}/${json.id}`, credentials);
    }
  };
  await Promise.all(Array.from({ length: 20 }, (_, n) => write(nodes[n % nodes.length] as Rockola, n)()));
  await settledCursor();
  racing = false;
  await follower;
  while ((await step(rockola)) > 0);
  const first = seen[0]?.seq as bigint;
  expect(seen.map(({ seq }) => seq)).toEqual(seen.map((_, i) => first + BigInt(i)));
  const logged = await rockola.sql(`select kind, id, version from revision where seq >= ${first}`);
  const key = ({ kind, id, version }: Record<string, unknown>) => `${kind} ${id} ${version}`;
  expect(seen.map(key).toSorted()).toEqual(logged.map(key).toSorted());
  expect(seen.length).toBeGreaterThan(20 * 8 * 3);
  // The versions of each record are consecutive.
  const last = new Map<string, bigint>();
  for (const { kind, id, version } of seen) {
    expect([kind, id, version]).toEqual([kind, id, (last.get(`${kind} ${id}`) ?? 0n) + 1n]);
    last.set(`${kind} ${id}`, version as bigint);
  }
});

test('after a restore, a cursor is refused if its change is lost; other cursors continue', async () => {
  await addRecord(artists, { name: 'kept' });
  const kept = await settledCursor();
  await addRecord(artists, { name: 'lost' });
  await addRecord(artists, { name: 'lost too' });
  const lost = await settledCursor();
  await rockola.sql(`delete from artist where name like 'lost%'`);
  const seq = /\d+/.exec(kept)?.[0];
  await rockola.sql(`delete from revision where seq > ${seq}`);
  for (const query of ['', '&order=desc', '&kind=album']) {
    const { status, json } = await get(`?after=${lost}${query}`);
    expect([status, json.type]).toEqual([410, expect.stringMatching(/\/cursor-lost$/)]);
  }
  await Bun.sleep(2);
  for (const name of ['later', 'later too', 'later still']) await addRecord(artists, { name });
  await settledCursor();
  expect((await get(`?after=${lost}`)).status).toBe(410);
  expect((await get(`?after=${kept}`)).json.data.map(({ record }: { record: { name: string } }) => record.name)).toEqual([
    'later',
    'later too',
    'later still',
  ]);
});

describe('the list of changes is refused', () => {
  const pointersOf = ({ json }: Answer) => json.errors?.map(({ pointer }: { pointer: string }) => pointer);
  test.each([
    ['?limit=0', ['/limit']],
    ['?limit=101', ['/limit']],
    ['?after=1', ['/after']],
    ['?after=v1', ['/after']],
    ['?after=c0-abc', ['/after']],
    ['?after=c1', ['/after']],
    ['?after=c9999999999999999999-a', ['/after']],
    [`?after=c1-${'a'.repeat(5_000)}`, ['/after']],
    ['?after=', ['/after']],
    ['?order=up&kind=label&user=0&since=now&offset=1', ['/order', '/kind', '/user', '/since', '/offset']],
    ['?user=9223372036854775808', ['/user']],
    ['?user=-1&artist=0&changeset=x', ['/user', '/artist', '/changeset']],
    ['?since=2026-02-30T00:00:00Z', ['/since']],
    ['?kind=artist&kind=album', ['/kind']],
  ])('%s', async (query, pointers) => {
    const answer = await get(query);
    expect([answer.status, pointersOf(answer)?.toSorted()]).toEqual([400, pointers.toSorted()]);
  });

  test('with a cursor that was made up', async () => {
    for (const cursor of ['c1-0', 'c999999999999999999-mi9s0v3k', start.replace('-', '-1')])
      expect([cursor, (await get(`?after=${cursor}`)).status]).toEqual([cursor, 410]);
  });
});

test('a page of long texts is bounded, and no change is lost', async () => {
  const artist = await addRecord(artists, { name: 'Arco Iris' });
  for (let i = 0; i < 40; i++) await send('PATCH', artist, { description: String(i).padEnd(20_000, 'ñ') });
  await settledCursor();
  const { text } = await get(`?after=${start}&limit=100`);
  expect(text.length).toBeLessThan(400_000);
  expect((await follow(`?after=${start}&limit=100`)).map(({ version }) => version)).toEqual(
    Array.from({ length: 41 }, (_, i) => BigInt(i + 1)),
  );
});

test('an unchanged page is answered 304, and a cache may keep it if it asks again before each use', async () => {
  const { headers } = await get(`?after=${start}`);
  expect(headers.get('cache-control')).toBe('no-cache');
  const again = await rockola.call('GET', `${path}?after=${start}`, { headers: { 'If-None-Match': headers.get('etag') as string } });
  expect([again.status, again.text]).toEqual([304, '']);
});
