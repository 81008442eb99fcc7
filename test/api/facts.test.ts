import { afterAll, describe, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { cookieOf, formSender } from '../support/forms.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const random = randomFrom(seed);
const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
const editor = await rockola.person('Eva');
await rockola.send('PATCH', `/user/accounts/${editor.id}`, { role: 'editor' });
afterAll(() => rockola.stop());

type Body = Record<string, unknown>;
const call = (method: string, path: string, body?: Body, headers?: Record<string, string>) =>
  rockola.call(method, `/api/v1${path}`, { key: editor.key, ...(body && { body }), ...(headers && { headers }) });

async function addArtist(name: string): Promise<bigint> {
  const { json } = await call('POST', '/artists', { name: `${name} ${random.below(10 ** 9)}` });
  return json.id;
}

const period = { credited: 'Charly García', roles: ['keyboards', 'vocals'], from: '1978', to: '1982', ended: true, note: '' };

/** For each kind: the last part of its path, a record, and a member that the tests change. */
const kinds = [
  ['members', { person: null, ...period }, 'note'],
  ['aliases', { name: 'La Máquina', kind: 'nickname', language: 'es' }, 'language'],
] as const;

describe.each(kinds)('a record of %s', (segment, record, member) => {
  const other = segment === 'members' ? { credited: 'Otro' } : { name: 'Otro' };
  const add = async (to: bigint, body: Body = record) => (await call('POST', `/artists/${to}/${segment}`, body)).json.id as bigint;

  test('is added, read, listed, replaced, changed, deleted and restored, each under its own artist', async () => {
    const [artist, otherArtist] = [await addArtist('Serú'), await addArtist('Bubu')];
    const added = await call('POST', `/artists/${artist}/${segment}`, record);
    const { id } = added.json;
    const path = `/artists/${artist}/${segment}/${id}`;
    expect([added.status, added.headers.get('location'), added.json]).toEqual([201, `/api/v1${path}`, { id, ...record }]);
    expect((await call('GET', path)).json).toEqual({ id, ...record });
    expect((await call('GET', `/artists/${artist}/${segment}`)).json).toEqual({
      data: [{ id, ...record, sources: 0n }],
      meta: { limit: 10n, offset: 0n, total: 1n, next: null },
    });
    for (const [method, body] of [['GET'], ['PUT', record], ['PATCH', {}], ['DELETE']] as const)
      expect([method, (await call(method, `/artists/${otherArtist}/${segment}/${id}`, body)).status]).toEqual([method, 404]);
    const changed = await call('PATCH', path, { [member]: 'en' }, { 'If-Match': added.headers.get('etag') as string });
    expect([changed.status, changed.json]).toEqual([200, { id, ...record, [member]: 'en' }]);
    expect((await call('PUT', path, record, { 'If-Match': added.headers.get('etag') as string })).status).toBe(412);
    expect((await call('PUT', path, record)).json).toEqual({ id, ...record });
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('GET', path)).status).toBe(404);
    expect((await call('POST', `${path}/reversions`, { version: 2n })).json).toEqual({ id, ...record, [member]: 'en' });
    const { data } = (await call('GET', `${path}/revisions`)).json;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['restore', 'delete', 'update', 'update', 'create']);
    expect(data[3].changes).toEqual([{ member, from: record[member as never], to: 'en' }]);
    expect((await call('GET', `${path}/revisions/1`)).json.record).toEqual({ id, ...record });
  });

  test('is deleted and restored with its artist; it is not restored alone while its artist is deleted', async () => {
    const artist = await addArtist('Almendra');
    const ids = [await add(artist), await add(artist, { ...record, ...other })];
    expect((await call('DELETE', `/artists/${artist}/${segment}/${ids[1]}`)).status).toBe(204);
    expect((await call('DELETE', `/artists/${artist}`)).status).toBe(204);
    const refused = await call('POST', `/artists/${artist}/${segment}/${ids[0]}/reversions`, { version: 1n });
    expect([refused.status, refused.json.type]).toEqual([409, expect.stringContaining('/artist-deleted')]);
    expect((await call('POST', `/artists/${artist}/reversions`, { version: 1n })).status).toBe(200);
    const { json } = await call('GET', `/artists/${artist}/${segment}`);
    expect([json.meta.total, json.data]).toEqual([1n, [{ id: ids[0], ...record, sources: 0n }]]);
  });

  test('is neither reverted nor restored if another record has the same values now', async () => {
    const artist = await addArtist('Pastoral');
    const list = `/artists/${artist}/${segment}`;
    const [changed, deleted] = [await add(artist), await add(artist, { ...record, ...other })];
    await call('PATCH', `${list}/${changed}`, segment === 'members' ? { from: '1979' } : { kind: 'legal name' });
    await call('DELETE', `${list}/${deleted}`);
    for (const [id, duplicate] of [
      [changed, await add(artist)],
      [deleted, await add(artist, { ...record, ...other })],
    ]) {
      const path = `${list}/${id}/reversions`;
      const { status, json } = await call('POST', path, { version: 1n });
      expect([status, json.type]).toEqual([409, expect.stringContaining('/already-there')]);
      expect(json.errors[0].detail).toContain(`says the same as /api/v1${list}/${duplicate},`);
      await call('DELETE', `${list}/${duplicate}`);
      expect((await call('POST', path, { version: 1n })).status).toBe(200);
    }
    expect((await call('GET', list)).json.meta.total).toBe(2n);
  });

  test('is in the feed of changes, and is undone with all changes of an account', async () => {
    const since = new Date().toISOString();
    const eve = await rockola.person('Eve');
    const artist = await addArtist('Invisible');
    const { json } = await rockola.call('POST', `/api/v1/artists/${artist}/${segment}`, { key: eve.key, body: { ...record } });
    let feed: Body[] = [];
    await until(async () => {
      feed = (await call('GET', `/changes?user=${eve.id}`)).json.data;
      return feed.length > 0;
    }, 'the feed has no change');
    expect(feed).toMatchObject([
      { kind: segment === 'members' ? 'membership' : 'alias', artist_id: artist, record: { id: json.id, ...record } },
    ]);
    const undone = await call('POST', `/user/accounts/${eve.id}/reversions`, { since });
    expect(undone.json.undone).toMatchObject([{ id: json.id, action: 'delete' }]);
    expect((await call('GET', `/artists/${artist}/${segment}/${json.id}`)).status).toBe(404);
  });

  test('is refused as a duplicate, even in parallel', async () => {
    const artist = await addArtist('Color Humano');
    const all = await Promise.all(Array.from({ length: 5 }, () => call('POST', `/artists/${artist}/${segment}`, record)));
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
    const [created, refused] = all.toSorted((a, b) => a.status - b.status);
    expect([refused?.json.type, refused?.json.errors]).toEqual([
      expect.stringContaining('/already-there'),
      [{ pointer: expect.any(String), detail: expect.stringContaining(`says the same as ${created?.headers.get('location')},`) }],
    ]);
  });
});

describe('a membership', () => {
  const refusals: [name: string, change: Body, pointer: string][] = [
    ['in itself', { person: 'the group itself' }, '/person'],
    ['of a person who does not exist', { person: 999_999n }, '/person'],
    ['that ends before it begins', { from: '1983', to: '1982-12' }, '/from'],
    ['in the thirteenth month', { from: '1973-13' }, '/from'],
    ['until 30 February', { to: '1982-02-30' }, '/to'],
    ['in the year 9999', { to: '9999' }, '/to'],
    ['before our era', { from: '-0001' }, '/from'],
    ['in an unknown role', { roles: ['kazoo'] }, '/roles'],
    ['in the same role twice', { roles: ['bass', 'bass'] }, '/roles'],
    ['without a name', { credited: ' ' }, '/credited'],
  ];

  test.each(refusals)('%s is refused, and changes nothing', async (_, change, pointer) => {
    const artist = await addArtist('Pescado');
    const body = { ...period, ...change, ...(change.person === 'the group itself' && { person: artist }) };
    const refused = await call('POST', `/artists/${artist}/members`, body);
    expect([refused.status, refused.json.errors?.map((error: { pointer: string }) => error.pointer.slice(0, pointer.length))]).toEqual([
      400,
      [pointer],
    ]);
    const { json, status } = await call('POST', `/artists/${artist}/members`, period);
    expect(status).toBe(201);
    expect(
      (await call('PATCH', `/artists/${artist}/members/${json.id}`, change.person === 'the group itself' ? { person: artist } : change))
        .status,
    ).toBe(400);
    expect((await call('GET', `/artists/${artist}/members`)).json.data).toEqual([{ ...json, sources: 0n }]);
  });

  test('accepts dates of a year, a month and a day, approximate and uncertain, and returns them unchanged', async () => {
    const artist = await addArtist('Vox Dei');
    for (const from of ['1973', '1973-05', '1973-05-30', '1969~', '1969?', '2024-02-29', null]) {
      const { status, json } = await call('POST', `/artists/${artist}/members`, { credited: `Ricardo ${from}`, from, to: from });
      expect([from, status, json.from, json.to]).toEqual([from, 201, from, from]);
    }
  });

  test('is listed at the group and at the person, and keeps the name of a deleted person', async () => {
    const [charly, seru, maquina] = [await addArtist('Charly'), await addArtist('Serú Girán'), await addArtist('La Máquina')];
    const ids: bigint[] = [];
    for (const [group, from] of [
      [seru, '1978'],
      [maquina, '1974'],
      [seru, '1992'],
    ] as const)
      ids.push((await call('POST', `/artists/${group}/members`, { ...period, person: charly, from, to: null })).json.id);
    const { data, meta } = (await call('GET', `/artists/${charly}/bands`)).json;
    expect([meta.total, data.map(({ id, group, from }: Body) => [id, group, from])]).toEqual([
      3n,
      [
        [ids[0], seru, '1978'],
        [ids[1], maquina, '1974'],
        [ids[2], seru, '1992'],
      ],
    ]);
    const page = (await call('GET', `/artists/${charly}/bands?limit=2`)).json;
    expect((await rockola.call('GET', page.meta.next)).json.data.map(({ id }: Body) => id)).toEqual([ids[2]]);
    expect((await call('DELETE', `/artists/${charly}`)).status).toBe(204);
    const path = `/artists/${seru}/members/${ids[0]}`;
    expect((await call('GET', path)).json).toMatchObject({ person: charly, credited: 'Charly García' });
    // While the person is deleted, other members may change, and the membership may be restored.
    expect((await call('PATCH', path, { note: 'x' })).status).toBe(200);
    expect((await call('DELETE', path)).status).toBe(204);
    expect((await call('POST', `${path}/reversions`, { version: 1n })).status).toBe(200);
    expect((await call('POST', `/artists/${seru}/members`, { ...period, person: charly, from: '2000', to: null })).status).toBe(400);
  });

  test.each([
    ['group', ''],
    ['person', '/person'],
  ] as const)('is refused as the thousand-and-first of a %s', async (side, pointer) => {
    const [group, person, other, emptyGroup] = [
      await addArtist('La Multitud'),
      await addArtist('Solista'),
      await addArtist('Otro'),
      await addArtist('Trío'),
    ];
    const groupAndPerson = side === 'group' ? `${group}, null` : `${other}, ${person}`;
    const first = 10_000_000 + random.below(10 ** 6);
    const rows = Array.from({ length: 1_000 }, (_, i) => `(${first + i}, ${groupAndPerson}, 'M ${i}', '[]', null, null, null, '', 1, 1)`);
    const changeable = (await call('POST', `/artists/${emptyGroup}/members`, period)).json.id;
    await rockola.sql(`insert into membership values ${rows.join()}`);
    const full = { pointer, detail: expect.stringContaining('1000') };
    const refused = await call('POST', `/artists/${group}/members`, { ...period, person });
    expect([refused.status, refused.json.errors]).toEqual([400, [full]]);
    if (side === 'person') {
      const patched = await call('PATCH', `/artists/${emptyGroup}/members/${changeable}`, { person });
      expect([patched.status, patched.json.errors]).toEqual([400, [full]]);
    }
    await rockola.sql(`delete from membership where id = ${first}`);
    expect((await call('POST', `/artists/${group}/members`, { ...period, person })).status).toBe(201);
    await rockola.sql(`delete from membership where id between ${first} and ${first + 1_000}`);
  });

  test('that an undo restored beside an equal membership can still be changed', async () => {
    const artist = await addArtist('Polifemo');
    const eve = await rockola.person('Eve');
    const add = async () => (await rockola.call('POST', `/api/v1/artists/${artist}/members`, { key: eve.key, body: period })).json.id;
    const former = `/artists/${artist}/members/${await add()}`;
    await Bun.sleep(2);
    const since = new Date().toISOString();
    expect((await call('DELETE', former)).status).toBe(204);
    await add();
    const { undone } = (await call('POST', `/user/accounts/${editor.id}/reversions`, { since })).json;
    expect(undone).toMatchObject([{ action: 'restore' }]);
    expect((await call('PATCH', former, { note: 'dos veces' })).status).toBe(200);
    expect((await call('PATCH', former, { credited: 'Otro' })).status).toBe(200);
    expect((await call('PATCH', former, { credited: period.credited })).status).toBe(409);
  });

  test('is edited in a form that finds the person by name, and refuses a text that is too long', async () => {
    const [group, person] = [await addArtist('Sui'), await addArtist('Nito')];
    const { name } = (await call('GET', `/artists/${person}`)).json;
    const added = await call('POST', `/artists/${group}/members`, period);
    const path = `/artists/${group}/members/${added.json.id}`;
    const send = formSender(rockola);
    const cookie = cookieOf(await send('/sign-in', { email: editor.email, password: editor.password }));
    // Comparisons ignore punctuation.
    for (const [signs, status] of [
      [20_000, 400],
      [100, 303],
    ] as const) {
      const fields = { tag: added.headers.get('etag') as string, person: name + '!'.repeat(signs), credited: 'Nito' };
      expect([signs, (await send(`${path}/edit`, fields, { cookie })).status]).toEqual([signs, status]);
    }
    expect((await call('GET', path)).json.person).toBe(person);
  });
});
