import { afterAll, expect, test } from 'bun:test';
import { each } from '../support/each.ts';
import { type CallOptions, startRockola } from '../support/harness.ts';

const rockola = await startRockola();
const ana = await rockola.person();
afterAll(() => rockola.stop());

const asEditor = (): CallOptions => ({ key: rockola.adminKey });
const asMember = (): CallOptions => ({ key: ana.key });
const etag = (answer: { headers: Headers }) => answer.headers.get('etag') ?? '';
const read = (path: string) => rockola.call('GET', path);
const revert = (path: string, version: unknown, credentials = asMember(), headers = {}) =>
  rockola.call('POST', `${path}/reversions`, { ...credentials, body: { version }, headers });
const patch = (path: string, body: object) => rockola.call('PATCH', path, { ...asMember(), body });
const remove = (path: string) => rockola.call('DELETE', path, asEditor());

async function add(path: string, body: object): Promise<string> {
  return (await rockola.call('POST', path, { ...asMember(), body })).headers.get('location') as string;
}
const addArtist = (fields = {}) => add('/api/v1/artists', { name: 'Almendra', description: 'Banda', ...fields });
const addAlbum = (artist: string, name: string) => add(`${artist}/albums`, { name, year: 1969 });
const idOf = (path: string) => BigInt(path.split('/').at(-1) as string);
const kindOf = (path: string) => (path.includes('/albums/') ? 'album' : 'artist');

/** The log of a record: each version, and the version that it restores. */
async function logOf(path: string): Promise<[version: number, action: string, reverts: number | null][]> {
  const rows = await rockola.sql(
    `select version, action, reverts from revision where kind = '${kindOf(path)}' and id = ${idOf(path)} order by version`,
  );
  return rows.map(({ version, action, reverts }) => [Number(version), String(action), reverts === null ? null : Number(reverts)]);
}
const changesetsOf = async (path: string, version: number) =>
  (await rockola.sql(`select changeset from revision where kind = '${kindOf(path)}' and id = ${idOf(path)} and version = ${version}`)).map(
    ({ changeset }) => Number(changeset),
  );

/** For each kind: how to make a record, and two changes of it. */
const kinds: [kind: string, make: () => Promise<string>, change: object, again: object][] = [
  ['artist', () => addArtist(), { name: 'Almendra II' }, { description: '', band: 'Almendra' }],
  ['album', async () => addAlbum(await addArtist(), 'Almendra'), { year: 1970 }, { name: 'Almendra II' }],
];

test.each(kinds)('an %s is reverted as a new version; a second reversion restores the later values', async (_, make, change, again) => {
  const path = await make();
  const first = await read(path);
  await patch(path, change);
  const third = await patch(path, again);
  const reverted = await revert(path, 1);
  expect([reverted.status, reverted.text]).toEqual([200, first.text]);
  expect(reverted.headers.get('content-location')).toBe(path);
  const now = await read(path);
  expect([now.text, etag(now), now.headers.get('last-modified')]).toEqual([
    first.text,
    etag(reverted),
    reverted.headers.get('last-modified'),
  ]);
  expect(etag(reverted)).toStartWith('"4.');
  expect((await revert(path, 3)).text).toBe(third.text);
  expect(await logOf(path)).toEqual([
    [1, 'create', null],
    [2, 'update', null],
    [3, 'update', null],
    [4, 'update', 1],
    [5, 'update', 3],
  ]);
});

test.each(kinds)(
  'a reversion of an %s to its present values changes nothing and is answered 200 with the same ETag',
  async (_, make, change) => {
    const path = await make();
    const first = await read(path);
    expect([(await revert(path, 1)).status, etag(await revert(path, 1))]).toEqual([200, etag(first)]);
    await patch(path, change);
    const third = await patch(path, { ...first.json, id: undefined });
    expect(etag(await revert(path, 1))).toBe(etag(third));
    expect(await logOf(path)).toHaveLength(3);
  },
);

test.each(kinds)('a reversion of an %s to a missing version, or to a deletion, is refused', async (_, make) => {
  const path = await make();
  const before = etag(await read(path));
  const max = 2n ** 63n - 1n;
  for (const version of [0, -1, 2n, 3n, max, max + 1n, 2n ** 64n, '1', null, 1.5, true, [1], {}, undefined]) {
    const answer = await revert(path, version);
    expect([version, answer.status, answer.json.errors]).toEqual([version, 400, [expect.objectContaining({ pointer: '/version' })]]);
  }
  for (const body of ['1', '[]', '{"version":1e0}', '{"version":01}', '{"version":1,"version":1}', '{"version":1,"by":2}', '{', '']) {
    const answer = await rockola.call('POST', `${path}/reversions`, { ...asMember(), body });
    expect([body, answer.status]).toEqual([body, 400]);
  }
  expect([etag(await read(path)), (await logOf(path)).length]).toEqual([before, 1]);
  await remove(path);
  const deletion = await revert(path, 2, asEditor());
  expect([deletion.status, deletion.json.detail]).toEqual([400, expect.stringContaining('deletion')]);
  expect((await revert(path, 3, asEditor())).json.detail).toContain('versions 1 to 2');
  expect((await revert(path, 1, asEditor())).status).toBe(200);
  expect((await revert(path, 2)).status).toBe(400);
});

test.each(kinds)('a reversion of an %s obeys its preconditions, whether the record exists or is deleted', async (_, make, change) => {
  const path = await make();
  const old = etag(await read(path));
  const current = etag(await patch(path, change));
  for (const headers of [{ 'If-Match': old }, { 'If-None-Match': current }, { 'If-None-Match': '*' }]) {
    const refused = await revert(path, 1, asEditor(), headers);
    expect([headers, refused.status, etag(refused)]).toEqual([headers, 412, current]);
  }
  expect((await revert(path, 1, asMember(), { 'If-Match': 'bare' })).status).toBe(400);
  const reverted = await revert(path, 1, asMember(), { 'If-Match': current });
  expect([reverted.status, (await revert(path, 2, asMember(), { 'If-Match': etag(reverted) })).status]).toEqual([200, 200]);

  await remove(path);
  for (const headers of [{ 'If-Match': current }, { 'If-Match': '*' }]) {
    const refused = await revert(path, 1, asEditor(), headers);
    expect([headers, refused.status, etag(refused).slice(0, 3)]).toEqual([headers, 412, '"5.']);
    expect((await revert(path, 1, asEditor(), { 'If-None-Match': etag(refused) })).status).toBe(412);
  }
  const deleted = etag(await revert(path, 1, asEditor(), { 'If-Match': current }));
  const restored = await revert(path, 1, asEditor(), { 'If-Match': deleted, 'If-None-Match': '*' });
  expect([restored.status, etag(restored).slice(0, 3)]).toEqual([200, '"6.']);
});

test('restoring needs the right to delete, and an artist or album that never existed is not found', async () => {
  const artist = await addArtist();
  const album = await addAlbum(artist, 'Uno');
  for (const path of [album, artist]) {
    await remove(path);
    expect((await revert(path, 1)).status).toBe(403);
    expect((await read(path)).status).toBe(404);
  }
  for (const path of [
    '/api/v1/artists/999999',
    '/api/v1/artists/-1',
    `${artist}/albums/999999`,
    `/api/v1/artists/1001/albums/${idOf(album)}`,
  ])
    for (const credentials of [asMember(), asEditor()]) expect([path, (await revert(path, 1, credentials)).status]).toEqual([path, 404]);
  expect((await revert('/api/v1/artists/x', 1)).status).toBe(400);
});

test('an artist is restored with the albums that were deleted with it, but not with earlier deleted albums; all versions continue', async () => {
  const artist = await addArtist({ description: 'largo '.repeat(500) });
  const names = ['Antes', ...Array.from({ length: 120 }, (_, i) => `Disco ${i}`)];
  const [before, ...albums] = await each(names, (name) => addAlbum(artist, name));
  await patch(albums[0] as string, { name: 'Otro', image: `https://example.org/${'x'.repeat(1000)}` });
  await patch(albums[0] as string, { name: 'Uno' });
  await remove(before as string);
  const [atDeletion, list] = [await read(artist), await read(`${artist}/albums?limit=100`)];
  const total = (await read('/api/v1/artists')).json.meta.total;
  await remove(artist);
  expect((await read('/api/v1/artists')).json.meta.total).toBe(total - 1n);

  const back = await revert(artist, 1, { ...asEditor(), headers: {} }, { 'Change-Comment': '"un error"' });
  expect([back.status, back.text, etag(back).slice(0, 3)]).toEqual([200, atDeletion.text, '"3.']);
  const listed = await read(`${artist}/albums?limit=100`);
  expect([listed.text, listed.json.meta.total]).toEqual([list.text, 120n]);
  expect((await read(before as string)).status).toBe(404);
  expect((await read('/api/v1/artists')).json.meta.total).toBe(total);
  expect(await logOf(albums[0] as string)).toEqual([
    [1, 'create', null],
    [2, 'update', null],
    [3, 'update', null],
    [4, 'delete', null],
    [5, 'restore', 3],
  ]);
  expect(etag(await read(albums[0] as string))).toStartWith('"5.');
  const restored = await rockola.sql(
    `select comment, count(distinct changeset) as changesets, count(*) as n from revision where artist_id = ${idOf(artist)} and action = 'restore' group by comment`,
  );
  expect(restored.map(({ comment, changesets, n }) => [comment, Number(changesets), Number(n)])).toEqual([['un error', 1, 120]]);
  expect(await changesetsOf(artist, 3)).toEqual(await changesetsOf(albums[5] as string, 3));

  // The album that was deleted before is restored by itself; ids continue.
  expect((await revert(before as string, 1, asEditor())).status).toBe(200);
  expect((await read(`${artist}/albums`)).json.meta.total).toBe(121n);
  expect(idOf(await addAlbum(artist, 'Nuevo'))).toBeGreaterThan(idOf(before as string));
  // After a second deletion, the records of that deletion come back.
  await remove(albums[0] as string);
  await remove(artist);
  await revert(artist, 3, asEditor());
  expect((await read(`${artist}/albums`)).json.meta.total).toBe(121n);
});

test('an album of a deleted artist is not restored, and the refusal says that the artist is deleted', async () => {
  const artist = await addArtist();
  const [deletedBefore, deletedWithArtist] = [await addAlbum(artist, 'Uno'), await addAlbum(artist, 'Dos')];
  await remove(deletedBefore);
  await remove(artist);
  for (const album of [deletedBefore, deletedWithArtist]) {
    const refused = await revert(album, 1, asEditor());
    expect([refused.status, refused.json.type]).toEqual([409, expect.stringContaining('/artist-deleted')]);
    expect((await logOf(album)).length).toBe(2);
  }
  expect((await revert(artist, 1, asEditor())).status).toBe(200);
  expect([(await read(deletedWithArtist)).status, (await read(deletedBefore)).status]).toEqual([200, 404]);
  expect((await revert(deletedBefore, 1, asEditor())).status).toBe(200);
});

test('of parallel reversions only one makes a version, and none is refused', async () => {
  const artist = await addArtist();
  const album = await addAlbum(artist, 'Uno');
  await remove(artist);
  const answers = await Promise.all(Array.from({ length: 12 }, () => revert(artist, 1, asEditor())));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect([(await logOf(artist)).length, (await logOf(album)).length]).toEqual([3, 3]);
});

test('after these tests the tables agree with the revision log', async () => {
  const { code, out } = await rockola.cli(['check']);
  expect([code, out]).toEqual([0, expect.stringContaining('is whole')]);
});
