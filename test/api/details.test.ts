import { afterAll, describe, expect, test } from 'bun:test';
import { allNumbered } from '../support/allNumbered.ts';
import { examples } from '../support/facts.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const { send } = rockola;
const pathOf = async (list: string, body: object) => (await send('POST', list, body)).headers.get('location') as string;
const artistPath = () => pathOf('/api/v1/artists', { name: 'Serú Girán' });
const albumPath = async () => pathOf(`${await artistPath()}/albums`, { name: 'Bicicleta', year: 1980 });

describe.each([
  ['artist_details', artistPath],
  ['album_details', albumPath],
] as const)('%s', (kind, parentPath) => {
  const { whole, change } = examples[kind];

  test('are added, replaced, changed and deleted at one path; details that are added again continue the versions', async () => {
    const parent = await parentPath();
    const path = `${parent}/details`;
    const id = BigInt(parent.split('/').at(-1) as string);
    expect((await send('GET', path)).status).toBe(404);
    const added = await send('PUT', path, whole());
    expect([added.status, added.headers.get('location'), added.json]).toEqual([201, path, { id, ...whole() }]);
    expect((await send('PUT', path, { ...whole(), ...change() })).status).toBe(200);
    expect((await send('PATCH', path, change())).headers.get('etag')).toStartWith('"2.');
    expect((await send('DELETE', path)).status).toBe(204);
    expect([(await send('GET', path)).status, (await send('PATCH', path, change())).status]).toEqual([404, 404]);
    const again = await send('PUT', path, {});
    expect([again.status, again.headers.get('etag')]).toEqual([201, expect.stringMatching(/^"4\./)]);
    const { data } = (await send('GET', `${path}/revisions`)).json;
    expect(data.map(({ action }: { action: string }) => action)).toEqual(['create', 'delete', 'update', 'create']);
  });

  test('preconditions say whether PUT may add or replace', async () => {
    const path = `${await parentPath()}/details`;
    for (const tag of ['*', '"1.1-x"']) expect((await send('PUT', path, whole(), { 'If-Match': tag })).status).toBe(412);
    const added = await send('PUT', path, whole(), { 'If-None-Match': '*' });
    expect(added.status).toBe(201);
    expect((await send('PUT', path, whole(), { 'If-None-Match': '*' })).status).toBe(412);
    const etag = added.headers.get('etag') as string;
    expect((await send('PUT', path, { ...whole(), ...change() }, { 'If-Match': etag })).status).toBe(200);
    expect((await send('PUT', path, whole(), { 'If-Match': etag })).status).toBe(412);
  });

  test('of several parallel PUTs one adds them, and the others replace them', async () => {
    const path = `${await parentPath()}/details`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => send('PUT', path, whole())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
  });

  test('are deleted and restored with their record, and the feed of changes has both', async () => {
    const parent = await parentPath();
    const path = `${parent}/details`;
    await send('PUT', path, whole());
    await send('DELETE', parent);
    const refused = await send('POST', `${path}/reversions`, { version: 1 });
    expect([refused.status, refused.json.type]).toEqual([409, expect.stringMatching(/\/(artist|album)-deleted$/)]);
    expect((await send('PUT', path, whole())).status).toBe(404);
    expect((await send('POST', `${parent}/reversions`, { version: 1 })).status).toBe(200);
    expect((await send('GET', path)).json).toEqual(expect.objectContaining(whole()));
    await allNumbered(rockola);
    const feed = async () => (await send('GET', `/api/v1/changes?kind=${kind}&order=desc&limit=3`)).json.data;
    expect((await feed()).map(({ path, action }: { path: string; action: string }) => [path, action])).toEqual(
      ['restore', 'delete', 'create'].map((action) => [path, action]),
    );
  });

  test('are found only under their own record', async () => {
    const [path, other] = [`${await parentPath()}/details`, await parentPath()];
    await send('PUT', path, whole());
    expect((await send('GET', `${other}/details`)).status).toBe(404);
    expect((await send('PUT', path.replace(/artists\/\d+/, 'artists/9223372036854775807'), whole())).status).toBe(404);
  });
});

test('a refusal of details names each fault', async () => {
  const artist = `${await artistPath()}/details`;
  const album = `${await albumPath()}/details`;
  for (const [path, body, pointer] of [
    ...['9999', '-0001', '1973-13', '1973-02-30', 'x', '1849'].flatMap((date) => [
      [artist, { from: date }, '/from'],
      [album, { released: date }, '/released'],
    ]),
    [artist, { from: '1982', to: '1978' }, '/from'],
    [artist, { type: 'band' }, '/type'],
    [artist, { genres: ['rock', 'rock'] }, '/genres'],
    [artist, { genres: ['zouk'] }, '/genres/0'],
    [artist, { genres: ['rock', 'pop', 'blues', 'tango', 'punk', 'ska'] }, '/genres'],
    [artist, { id: 9223372036854775807n }, '/id'],
    [album, { kind: 'cassette' }, '/kind'],
  ] as [string, object, string][]) {
    const { status, json } = await send('PUT', path, body);
    expect([body, status, json.errors?.map((error: { pointer: string }) => error.pointer)]).toEqual([body, 400, [pointer]]);
  }
});

test('a group may be a member of a group, even of one of its members, but not of a person', async () => {
  const [person, group, other] = [await artistPath(), await artistPath(), await artistPath()];
  const idOf = (path: string) => BigInt(path.split('/').at(-1) as string);
  const add = (to: string, member: string) => send('POST', `${to}/members`, { credited: 'x', person: idOf(member) });
  for (const [path, type] of Object.entries({ [person]: 'person', [group]: 'group', [other]: 'group' }))
    await send('PUT', `${path}/details`, { type });
  const refused = await add(person, group);
  expect([refused.status, refused.json.errors[0].pointer]).toEqual([400, '/person']);
  for (const [to, member] of [
    [group, person],
    [group, other],
    [other, group],
  ] as const)
    expect((await add(to, member)).status).toBe(201);
});

test('after each change of details and members, a list by genre and type has the right artists', async () => {
  const path = await artistPath();
  const details = `${path}/details`;
  const found = async () => {
    const totals = ['person', 'group'].map(async (type) => (await send('GET', `/api/v1/artists?genre=ska&type=${type}`)).json.meta.total);
    return Promise.all(totals);
  };
  const members: string[] = [];
  const add = async (credited: string) => void members.push(await pathOf(`${path}/members`, { credited }));
  const steps: [name: string, step: () => Promise<unknown>, persons: bigint, groups: bigint][] = [
    ['a person', () => send('PUT', details, { type: 'person', genres: ['ska', 'punk'] }), 1n, 0n],
    ['with a member', () => add('Ella'), 0n, 1n],
    ['with two', () => add('Otra'), 0n, 1n],
    ['without a type', () => send('PATCH', details, { type: null }), 0n, 1n],
    ['with one again', () => send('DELETE', `${members[0]}`), 0n, 1n],
    ['with none', () => send('DELETE', `${members[1]}`), 0n, 0n],
    ['a person again', () => send('PATCH', details, { type: 'person' }), 1n, 0n],
    ['with a member that is back', () => send('POST', `${members[0]}/reversions`, { version: 1n }), 0n, 1n],
    ['of another genre', () => send('PATCH', details, { genres: ['rock'] }), 0n, 0n],
    ['of that genre again', () => send('PATCH', details, { genres: ['ska'] }), 0n, 1n],
    ['deleted', () => send('DELETE', path), 0n, 0n],
    ['restored', () => send('POST', `${path}/reversions`, { version: 1n }), 0n, 1n],
  ];
  for (const [name, step, ...totals] of steps) {
    await step();
    expect([name, ...(await found())]).toEqual([name, ...totals]);
  }
});
