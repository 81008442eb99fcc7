import { afterAll, expect, test } from 'bun:test';
import { type ArtistPart, artistParts } from '../../src/model/artistParts.ts';
import { toJson } from '../../src/model/json.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const send = (method: string, path: string, body?: unknown) => rockola.call(method, path, { body, key: rockola.adminKey });
const get = (path: string, headers: Record<string, string> = {}) => rockola.call('GET', path, { headers });
const idOf = (path: string) => BigInt(path.split('/').at(-1) as string);
const put = (path: string, body: object) => send('PUT', path, body);
async function add(list: string, body: object): Promise<string> {
  return (await send('POST', list, body)).headers.get('location') as string;
}

/** A record of a list without its number of sources, which a part does not have. */
const withoutCount = ({ sources: _, ...record }: Record<string, unknown>) => record;

/** The expected answer, combined from the answers of the lists. */
async function expectedAnswer(path: string): Promise<Record<string, unknown>> {
  const answer: Record<string, unknown> = { artist: (await get(path)).json };
  for (const part of artistParts) answer[part] = await partOf(path, part);
  return answer;
}

async function partOf(path: string, part: ArtistPart): Promise<unknown> {
  const { status, json } = await get(path + (part === 'credits' ? '/albums?credited=true&limit=100' : `/${part}`));
  if (part === 'details') return status === 404 ? null : json;
  const records: { artist?: { id: bigint } }[] = json.data.map(withoutCount);
  return { data: records.filter(({ artist }) => artist?.id !== idOf(path)), more: json.meta.next !== null };
}

const [band, person, others] = (await Promise.all(
  ['Sumo', 'Luca Prodan', 'Las Bay Biscuits'].map((name) => add('/api/v1/artists', { name })),
)) as [string, string, string];
await put(`${band}/details`, { type: 'group', from: '1981', to: '1987', ended: true, place: 'Hurlingham', genres: ['post-punk'] });
await add(`${band}/members`, { person: idOf(person), credited: 'Luca Prodan', from: '1981', note: 'voz' });
await add(`${person}/members`, { credited: 'nadie' });
await add(`${person}/aliases`, { name: 'Luca', kind: 'short form' });
await add(`${person}/identifiers`, { scheme: 'viaf', value: '96994048' });
await add(`${person}/albums`, { name: 'Time Fate Love', year: 1996 });
await add(`${person}/sources`, { about: 'alias', record: 1n, url: 'https://example.org/luca' });
const album = await add(`${others}/albums`, { name: 'Viva!', year: 1983 });
for (const role of ['guest', 'producer']) await add(`${album}/credits`, { artist: idOf(person), credited: 'Luca', role });

/** Characters that JSON escapes. The JSON of parts is written by the engine. */
const controls = String.fromCodePoint(...Array.from({ length: 31 }, (_, i) => i + 1), 0x7f, 0x2028, 0x1f3b8);
const odd = await add('/api/v1/artists', {
  id: 2n ** 63n - 1n,
  name: '"\\/ñ\'',
  description: controls,
  image: 'https://example.org/?a="&b',
});
await add(`${odd}/members`, { person: idOf(person), credited: '\\n', roles: ['lead vocals', 'bass'], ended: false });
await add(`${others}/members`, { person: idOf(odd), credited: 'null', ended: true });

test('one answer has the requested parts, each equal to its own list, in a fixed order', async () => {
  for (const path of [band, person, others, odd]) {
    const all = await expectedAnswer(path);
    expect((await get(`${path}?include=${artistParts}`)).text).toBe(toJson(all));
    expect((await get(`${path}?include=${artistParts.toReversed()}`)).text).toBe(toJson(all));
    for (const part of artistParts) expect((await get(`${path}?include=${part}`)).json).toEqual({ artist: all.artist, [part]: all[part] });
  }
  const { json } = await get(`${person}?include=bands,credits`);
  expect([json.bands.data[0].group, json.credits.data[0].artist.id]).toEqual([idOf(band), idOf(others)]);
  expect([json.bands.data.length, json.credits.data.length]).toEqual([2, 1]);
});

test('the ETag of a combined answer changes if and only if one of its parts changes', async () => {
  const tagOf = async (include: string) => (await get(`${person}?include=${include}`)).headers.get('etag') as string;
  const changes: [string, () => Promise<unknown>][] = [
    ['artist', () => send('PATCH', person, { description: 'x' })],
    ['details', () => put(`${person}/details`, { place: 'Roma' })],
    ['members', () => add(`${person}/members`, { credited: 'otro' })],
    ['bands', () => add(`${others}/members`, { person: idOf(person), credited: 'Luca' })],
    ['aliases', () => add(`${person}/aliases`, { name: 'El Pelado', kind: 'nickname' })],
    ['identifiers', () => add(`${person}/identifiers`, { scheme: 'wikidata', value: 'Q1' })],
    ['albums', () => add(`${person}/albums`, { name: 'Perdedores hermosos', year: 1997 })],
    [
      'credits',
      async () =>
        add(`${await add(`${others}/albums`, { name: 'Otro', year: 1984 })}/credits`, {
          artist: idOf(person),
          credited: 'L',
          role: 'with',
        }),
    ],
    ['sources', () => add(`${person}/sources`, { about: 'artist', text: 'Una entrevista' })],
  ];
  for (const [part, change] of changes) {
    const without = artistParts.filter((other) => other !== part).join();
    const before = [await tagOf(`${artistParts}`), await tagOf(without)];
    await change();
    const after = [await tagOf(`${artistParts}`), await tagOf(without)];
    expect([part, after[0] !== before[0], after[1] !== before[1]]).toEqual([part, true, part === 'artist']);
    const path = `${person}?include=${artistParts}`;
    expect([
      (await get(path, { 'If-None-Match': after[0] as string })).status,
      (await get(path, { 'If-None-Match': before[0] as string })).status,
    ]).toEqual([304, 200]);
  }
});

test('a part has the first 100 records of a long list, and says that there are more', async () => {
  const path = await add('/api/v1/artists', { name: 'Orquesta' });
  for (let i = 0; i < 101; i++) {
    await add(`${path}/members`, { credited: `${i}` });
    const { members } = (await get(`${path}?include=members`)).json;
    if (i >= 99) expect([members.data.length, members.more]).toEqual([100, i === 100]);
  }
  const { data } = (await get(`${path}/members?limit=100`)).json;
  expect((await get(`${path}?include=members`)).json.members.data).toEqual(data.map(withoutCount));
});

test('an unknown part is refused, and the refusal names the known parts', async () => {
  for (const include of [
    '',
    ',',
    'members,',
    'members,members',
    'Members',
    'tracks',
    'members,tracks',
    'members, bands',
    'x,'.repeat(300),
  ]) {
    const { status, json } = await get(`${band}?include=${encodeURIComponent(include)}`);
    const detail = `must be some of ${artistParts.join(', ')}, each once, with commas between them`;
    expect([include, status, json.errors]).toEqual([include, 400, [{ pointer: '/include', detail }]]);
  }
  for (const query of ['include=members&include=bands', 'include=members&at=2026-01-02T03:04:05Z', 'include=members&limit=1'])
    expect([query, (await get(`${band}?${query}`)).status]).toEqual([query, 400]);
  expect((await get('/api/v1/artists/999999?include=members')).status).toBe(404);
  expect((await get(`${band}?include=members`, { accept: 'application/ld+json' })).status).toBe(406);
  expect((await get(`${band}?include=members`, { accept: 'application/ld+json, application/json' })).json.artist.name).toBe('Sumo');
});
