import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Answer, type CallOptions, startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const ana = await rockola.person();
afterAll(() => rockola.stop());

const artists = '/api/v1/artists';
const send = (method: string, path: string, body?: unknown, options: CallOptions = { key: rockola.adminKey }) =>
  rockola.call(method, path, { body, ...options });
const get = (path: string, options: CallOptions = {}) => rockola.call('GET', path, options);
const addRecord = async (path: string, body: object) => (await send('POST', path, body)).headers.get('location') as string;

type Fields = Record<string, unknown>;
type Version = { version: number; action: string; user: bigint | null; record: Fields | null; comment: string | null };

/** The expected rows of the log, the newest first. */
function expectedRows(versions: Version[]): object[] {
  const members = Object.keys(versions.find(({ record }) => record)?.record ?? {}).filter((name) => name !== 'id');
  return versions
    .map(({ version, action, user, record, comment }, i) => {
      const before = versions[i - 1]?.record;
      const changes = members
        .filter((member) => before?.[member] !== record?.[member])
        .map((member) => ({ member, from: before?.[member] ?? null, to: record?.[member] ?? null }));
      return { version: BigInt(version), action, user, comment, changes };
    })
    .reverse();
}

const comparable = ({ version, action, user, comment, changes }: Record<string, unknown>) => ({ version, action, user, comment, changes });

/** The rows of all pages of a list, and the number of rows of each page. */
async function follow(path: string, options: CallOptions = {}) {
  const rows: Record<string, unknown>[] = [];
  const sizes: number[] = [];
  for (let next: string | null = path; next; ) {
    const { status, json, text } = await get(next, options);
    if (status !== 200) throw new Error(text);
    rows.push(...json.data);
    sizes.push(json.data.length);
    next = json.meta.next;
  }
  return { rows, sizes };
}

describe('a history has every kind of change', () => {
  const text = fc.oneof(fc.constantFrom('', 'a', 'b'), fc.constantFrom('x'.repeat(501), 'ñ'.repeat(3_000), 'y'.repeat(20_000)));
  const change = fc.record(
    { name: fc.constantFrom('A', 'B'), description: text, image: fc.constant(''), band: fc.constantFrom('', 'c') },
    { requiredKeys: [] },
  );
  const album = fc.record({ name: fc.constantFrom('A', 'B'), year: fc.constantFrom(1970, 1971) }, { requiredKeys: [] });

  /** Changes a record. @returns its expected versions, and for each a time at which it was the present one */
  async function changeRecord(place: string, changes: Fields[], isDeleted: boolean): Promise<{ versions: Version[]; times: number[] }> {
    let { json: record } = await get(place);
    const versions: Version[] = [{ version: 1, action: 'create', user: 1n, record, comment: null }];
    await Bun.sleep(3);
    const times = [Date.now()];
    await Bun.sleep(3);
    for (const [i, fields] of changes.entries()) {
      const credentials: CallOptions = i % 2 === 0 ? { key: ana.key } : { key: rockola.adminKey };
      await send('PATCH', place, fields, { ...credentials, headers: { 'Change-Comment': `"${i}"` } });
      const { json: revised } = await get(place);
      const user = i % 2 === 0 ? ana.id : 1n;
      if (JSON.stringify(revised, jsonable) !== JSON.stringify(record, jsonable))
        versions.push({ version: versions.length + 1, action: 'update', user, record: revised, comment: String(i) });
      else continue;
      record = revised;
      await Bun.sleep(3);
      times.push(Date.now());
      await Bun.sleep(3);
    }
    if (isDeleted) await send('DELETE', place);
    if (isDeleted) versions.push({ version: versions.length + 1, action: 'delete', user: 1n, record: null, comment: null });
    return { versions, times };
  }
  const jsonable = (_: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

  async function checkHistory(place: string, { versions, times }: { versions: Version[]; times: number[] }, limit: number): Promise<void> {
    const editor = { key: rockola.adminKey };
    const { rows } = await follow(`${place}/revisions?limit=${limit}`, editor);
    expect(rows.map(comparable) as object[]).toEqual(expectedRows(versions));
    for (const { version, record } of versions) {
      const { json } = await get(`${place}/revisions/${version}`, editor);
      const { record: recordThen, ...others } = json;
      expect(recordThen).toEqual(record);
      expect(others).toEqual(rows.find((row) => row.version === BigInt(version)) as object);
    }
    for (const [i, at] of times.entries()) {
      const { json, headers } = await get(`${place}?at=${new Date(at).toISOString()}`, editor);
      expect(json).toEqual(versions[i]?.record);
      expect(headers.get('etag')).toStartWith(`"${i + 1}.`);
    }
    expect((await get(`${place}?at=2020-01-01T00:00:00Z`, editor)).status).toBe(404);
  }

  test('of artists', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(change, { maxLength: 8 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 10 }),
        async (changes, isDeleted, limit) => {
          const place = await addRecord(artists, { name: 'Almendra' });
          await checkHistory(place, await changeRecord(place, changes, isDeleted), limit);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('of albums', async () => {
    const artist = await addRecord(artists, { name: 'Almendra' });
    await fc.assert(
      fc.asyncProperty(fc.array(album, { maxLength: 6 }), fc.boolean(), async (changes, isDeleted) => {
        const place = await addRecord(`${artist}/albums`, { name: 'Uno', year: 1969 });
        await checkHistory(place, await changeRecord(place, changes, isDeleted), 2);
      }),
      { numRuns: 6 },
    );
  });
});

test('a row has the account, the time, the comment, the source and the changeset', async () => {
  const before = Date.now();
  const artist = await addRecord(artists, { name: 'Sumo' });
  const album = await addRecord(`${artist}/albums`, { name: 'Divididos por la felicidad', year: 1985 });
  const headers = { 'Change-Comment': '%"se separ%c3%b3"', 'Change-Source': '"https://example.org/sumo"' };
  await send('DELETE', artist, undefined, { key: rockola.adminKey, headers });
  const [ofArtist] = (await get(`${artist}/revisions`, { key: rockola.adminKey })).json.data;
  const [ofAlbum] = (await get(`${album}/revisions`, { key: rockola.adminKey })).json.data;
  expect(ofArtist).toMatchObject({
    version: 2n,
    user: 1n,
    action: 'delete',
    reverts: null,
    comment: 'se separó',
    source: 'https://example.org/sumo',
  });
  expect(Date.parse(ofArtist.at)).toBeWithin(before - 1, Date.now() + 1);
  expect([ofAlbum.changeset, ofAlbum.comment, ofAlbum.action]).toEqual([ofArtist.changeset, 'se separó', 'delete']);
  expect(Object.keys(ofArtist)).toEqual([
    'version',
    'at',
    'user',
    'user_name',
    'action',
    'reverts',
    'comment',
    'source',
    'changeset',
    'redacts',
    'redacted',
    'hidden',
    'changes',
  ]);
});

test('changes of a deleted account name no account', async () => {
  const person = await rockola.person('Fugaz');
  const { headers } = await send('POST', artists, { name: 'Virus' }, { key: person.key });
  const place = headers.get('location') as string;
  const user = async () => [(await get(`${place}/revisions`)).json.data[0].user, (await get(`${place}/revisions/1`)).json.user];
  expect(await user()).toEqual([person.id, person.id]);
  await send('POST', '/api/v1/user/deletion', { password: person.password }, { key: person.key });
  expect(await user()).toEqual([null, null]);
});

describe('the history of a deleted record is open only to editors', () => {
  let artist: string;
  let album: string;
  let deletedAlbum: string;
  let moment: string;
  const credentials: [name: string, options: () => Promise<CallOptions>, status: number][] = [
    ['anonymous', async () => ({}), 401],
    ['a malformed token', async () => ({ token: 'a.b.c' }), 401],
    ['an expired key', async () => ended('expires_at'), 401],
    ['a revoked key', async () => ended('revoked_at'), 401],
    ['an editor’s key without the scope', async () => ({ key: await keyOf('operator@localhost', 'artists:write,account') }), 403],
    ['a reader', () => withRole('reader'), 403],
    ['a member', () => withRole('member'), 403],
    ['an editor', () => withRole('editor'), 200],
    ['an editor’s key to read', async () => ({ key: await keyOf('operator@localhost', 'artists:read') }), 200],
    ['an administrator', async () => ({ key: rockola.adminKey }), 200],
  ];
  const keyOf = async (email: string, scopes: string) => (await rockola.cli(['key', 'add', email, '--scopes', scopes])).out.trim();
  async function withRole(role: string): Promise<CallOptions> {
    const { id, token } = await rockola.person();
    await send('PATCH', `/api/v1/user/accounts/${id}`, { role });
    return { token };
  }
  async function ended(column: string): Promise<CallOptions> {
    const key = await keyOf('operator@localhost', 'artists:read');
    await rockola.sql(`update api_key set ${column} = 1 where id = (select max(id) from api_key)`);
    return { key };
  }

  beforeAll(async () => {
    artist = await addRecord(artists, { name: 'Invisible' });
    album = await addRecord(`${artist}/albums`, { name: 'Durazno sangrando', year: 1975 });
    deletedAlbum = await addRecord(`${artist}/albums`, { name: 'Invisible', year: 1974 });
    moment = new Date().toISOString();
    await Bun.sleep(5);
    await send('DELETE', deletedAlbum);
    await send('DELETE', artist);
  });

  test.each(credentials)('%s', async (_, options, status) => {
    const asked = await options();
    for (const place of [artist, album, deletedAlbum])
      for (const path of [`${place}/revisions`, `${place}/revisions/1`, `${place}?at=${moment}`]) {
        const answer = await get(path, asked);
        expect([path, answer.status, answer.headers.has('www-authenticate')]).toEqual([path, status, status !== 200]);
      }
    // Everybody may read the history of an existing record, with any credentials.
    const existing = await addRecord(artists, { name: 'Spinetta Jade' });
    for (const path of [`${existing}/revisions`, `${existing}/revisions/1`]) expect((await get(path, asked)).status).toBe(200);
  });

  test('a record that never existed is not found, with or without credentials, nor is an album under another artist', async () => {
    const other = await addRecord(artists, { name: 'Otro' });
    const elsewhere = `${other}/albums/${album.split('/').at(-1)}`;
    for (const place of [`${artists}/987654321`, `${artist}/albums/987654321`, elsewhere])
      for (const path of [`${place}/revisions`, `${place}/revisions/1`, `${place}?at=${moment}`])
        for (const options of [{}, { key: rockola.adminKey }]) expect([path, (await get(path, options)).status]).toEqual([path, 404]);
  });

  test('a refusal has no content of the deleted record', async () => {
    for (const path of [`${artist}/revisions`, `${artist}/revisions/1`, `${artist}?at=${moment}`])
      expect((await get(path)).text).not.toContain('Invisible');
  });

  test('at a time after its deletion the record is not found', async () => {
    expect((await get(`${artist}?at=${new Date().toISOString()}`, { key: rockola.adminKey })).status).toBe(404);
    const { json } = await get(`${artist}/revisions/2`, { key: rockola.adminKey });
    expect([json.action, json.record]).toEqual(['delete', null]);
  });
});

test('the operator sees the history of a record on the command line, a page at a time', async () => {
  const artist = await addRecord(artists, { name: 'La Máquina', band: 'B'.repeat(100) });
  const album = await addRecord(`${artist}/albums`, { name: 'Uno', year: 1974 });
  await send('PATCH', album, { name: 'Dos' }, { key: ana.key, headers: { 'Change-Comment': '%"por qu%c3%a9"' } });
  await send('DELETE', artist);
  const lines = async (...args: string[]) => {
    const { out, err, code } = await rockola.cli(['history', ...args]);
    return { rows: out.trim().split('\n').slice(1), err, code };
  };
  const id = album.split('/').at(-1) as string;
  const { rows, err } = await lines('album', id, '--limit', '2');
  expect(rows[0]).toMatch(/^3 +\S+Z +1 +delete +name "Dos", year "1974"/);
  expect(rows[1]).toMatch(new RegExp(`^2 +\\S+Z +${ana.id} +update +name "Uno" → "Dos" +por qué$`));
  expect([rows.length, err]).toEqual([2, 'There are older versions: --before 2\n']);
  expect((await lines('album', id, '--before', '2')).rows[0]).toMatch(/^1 .* create +name "Uno", year "1974"/);
  expect((await lines('artist', artist.split('/').at(-1) as string)).rows[1]).toContain(`band "${'B'.repeat(40)}…"`);
});

describe('a request for a history is refused', () => {
  const pointersOf = ({ json }: Answer) => json.errors?.map(({ pointer }: { pointer: string }) => pointer);
  test.each([
    ['revisions?limit=0', 400, ['/limit']],
    ['revisions?limit=101', 400, ['/limit']],
    ['revisions?after=1', 400, ['/after']],
    ['revisions?after=v0', 400, ['/after']],
    ['revisions?after=v9999999999999999999', 400, ['/after']],
    ['revisions?after=v-1', 400, ['/after']],
    ['revisions?after=c12-abc', 400, ['/after']],
    ['revisions?after=', 400, ['/after']],
    ['revisions?after=v1&after=v2', 400, ['/after']],
    ['revisions?offset=1&limit=x', 400, ['/limit', '/offset']],
    ['revisions/0', 404, undefined],
    ['revisions/-1', 404, undefined],
    ['revisions/2', 404, undefined],
    ['revisions/9223372036854775807', 404, undefined],
    ['revisions/9223372036854775808', 400, ['/version']],
    ['revisions/1.0', 400, ['/version']],
    ['revisions/x', 400, ['/version']],
    ['?at=yesterday', 400, ['/at']],
    ['?at=', 400, ['/at']],
    ['?at=2026-02-30T00:00:00Z', 400, ['/at']],
    ['?at=2026-01-01', 400, ['/at']],
    ['?at=2026-01-01T00:00:00', 400, ['/at']],
    ['?at=2026-01-01T00:00:00+03:00', 400, ['/at']],
    [`?at=${'9'.repeat(5_000)}`, 400, ['/at']],
    ['?at=2026-01-01T00:00:00Z&at=2026-01-01T00:00:00Z', 400, ['/at']],
  ])('%s', async (suffix, status, pointers) => {
    const place = await addRecord(artists, { name: 'Pescado Rabioso' });
    const answer = await get(suffix.startsWith('?') ? place + suffix : `${place}/${suffix}`);
    expect([answer.status, pointersOf(answer)]).toEqual([status, pointers]);
  });
});

test('`at` may have any offset; at a future time the record is the present version', async () => {
  const place = await addRecord(artists, { name: 'Vox Dei' });
  for (const at of ['2999-01-01T00:00:00Z', '9999-12-31T23:59:59.999%2B14:00']) expect((await get(`${place}?at=${at}`)).status).toBe(200);
  const now = new Date(Date.now() + 3 * 3_600_000).toISOString().replace('Z', '%2B03:00');
  await Bun.sleep(2);
  expect((await get(`${place}?at=${now}`)).json.name).toBe('Vox Dei');
  for (const at of ['0000-01-01T00:00:00Z', '1969-07-20T20:17:40-23:59']) expect((await get(`${place}?at=${at}`)).status).toBe(404);
});

test('an unchanged history is answered 304', async () => {
  const place = await addRecord(artists, { name: 'Manal' });
  await send('PATCH', place, { name: 'Manal 2' });
  for (const path of [`${place}/revisions`, `${place}/revisions/1`, `${place}?at=2999-01-01T00:00:00Z`]) {
    const { headers } = await get(path);
    const etag = headers.get('etag') as string;
    const again = await get(path, { headers: { 'If-None-Match': etag } });
    expect([again.status, again.text, headers.get('cache-control')]).toEqual([304, '', 'no-cache']);
  }
});

test('pages of long texts are bounded, and no revision is lost', async () => {
  const place = await addRecord(artists, { name: 'Arco Iris' });
  const texts = Array.from({ length: 60 }, (_, i) => String.fromCodePoint(0x1f3b8 + i).repeat(20_000));
  for (const description of texts) await send('PATCH', place, { description });
  const { text } = await get(`${place}/revisions?limit=100`);
  expect(text.length).toBeLessThan(600_000);
  const { rows, sizes } = await follow(`${place}/revisions?limit=100`);
  expect(rows.map(({ version }) => Number(version))).toEqual(Array.from({ length: 61 }, (_, i) => 61 - i));
  expect(rows.slice(0, -1).map(({ changes }) => (changes as { to: string }[])[0]?.to)).toEqual(texts.reverse());
  expect(sizes.length).toBeGreaterThan(5);
});
