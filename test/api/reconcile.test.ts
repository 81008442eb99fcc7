import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startRockola } from '../support/harness.ts';

const publicUrl = 'https://rock.example.org/catalogue';
const rockola = await startRockola({ ROCKOLA_PUBLIC_URL: publicUrl, ROCKOLA_LIMITS: 'on' });
afterAll(() => rockola.stop());
const { add, send, url } = rockola;

type Candidate = {
  id: string;
  name: string;
  description: string;
  score: number;
  match: boolean;
  type: { id: string; name: string }[];
  features: { id: string; value: number }[];
};
type Results = Record<string, { result: Candidate[] }>;

const form = (fields: Record<string, string>) => ({
  method: 'POST',
  headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://127.0.0.1:3333' },
  body: String(new URLSearchParams(fields)),
});

async function ask(path: string, init?: RequestInit) {
  const response = await fetch(`${url}/reconcile${path}`, init);
  expect(response.headers.get('access-control-allow-origin')).toBe('*');
  const text = await response.text();
  // biome-ignore lint/suspicious/noExplicitAny: the tests check what the answer holds
  return { status: response.status, headers: response.headers, text, json: (text.startsWith('{') ? JSON.parse(text) : undefined) as any };
}

/** Sends a batch, and checks the answer by the rules of the protocol's `reconciliation-result-batch.json`. */
async function match(queries: Record<string, object>): Promise<Results> {
  const { status, json } = await ask('', form({ queries: JSON.stringify(queries) }));
  expect([status, json.detail]).toEqual([200, undefined]);
  expect(Object.keys(json)).toEqual(Object.keys(queries));
  for (const { result } of Object.values(json as Results)) {
    expect(result.map(({ score }) => score)).toEqual(result.map(({ score }) => score).toSorted((a, b) => b - a));
    expect(result.filter(({ match }) => match).length).toBeLessThanOrEqual(1);
    for (const { id, name, description, score, match, type, features } of result) {
      expect([id, name, description, match].map((value) => typeof value)).toEqual(['string', 'string', 'string', 'boolean']);
      expect(id).toMatch(new RegExp(`^${type[0]?.id}-\\d+$`));
      expect(score >= 0 && score <= 100).toBe(true);
      for (const { id, value } of features) expect([typeof id, value >= 0 && value <= 1]).toEqual(['string', true]);
    }
  }
  return json;
}

const candidatesOf = async (query: object) => (await match({ q: query })).q?.result ?? [];
const matched = (found: Candidate[]) => found.find(({ match }) => match)?.id;

let virus = 0n;
let virusOfRosario = 0n;
let locura = 0n;
beforeAll(async () => {
  virus = await add('/artists', { name: 'Zvirüs', band: '', description: 'Pop *moderno*.' });
  virusOfRosario = await add('/artists', { name: 'Zvirus' });
  await send('PUT', `/artists/${virus}/details`, { type: 'group', place: 'La Plata', from: '1980', genres: ['pop', 'new-wave'] });
  await send('PUT', `/artists/${virusOfRosario}/details`, { place: 'Rosario' });
  await add(`/artists/${virus}/identifiers`, { scheme: 'discogs', value: '82730' });
  await add(`/artists/${virus}/aliases`, { name: 'Zdukes', kind: 'former name' }).catch(() => undefined);
  locura = await add(`/artists/${virus}/albums`, { name: 'Zlocura', year: 1985 });
  await add(`/artists/${virusOfRosario}/albums`, { name: 'Zlocura', year: 1999 });
  const plus = await add(`/artists/${virusOfRosario}/albums`, { name: '+', year: 2011 });
  await add(`/artists/${virusOfRosario}/albums/${plus}/identifiers`, { scheme: 'discogs-master', value: '78' });
  await add(`/artists/${virus}/albums/${locura}/identifiers`, { scheme: 'discogs-master', value: '77' });
});

test('the manifest has the members of the protocol, and its suggest services answer', async () => {
  const { status, json, headers } = await ask('');
  expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  expect(json.versions).toContain('0.2');
  for (const text of [json.name, json.identifierSpace, json.schemaSpace, json.serviceVersion]) expect(typeof text).toBe('string');
  for (const { id, name } of json.defaultTypes) expect([typeof id, typeof name]).toEqual(['string', 'string']);
  expect([json.view.url, json.preview.url]).toEqual([`${publicUrl}/reconcile/{{id}}`, `${publicUrl}/reconcile/preview/{{id}}`]);
  expect([json.preview.width, json.preview.height, json.batchSize].every(Number.isInteger)).toBe(true);
  for (const { service_url, service_path } of [
    ...Object.values<{ service_url: string; service_path: string }>(json.suggest),
    json.extend.propose_properties,
  ])
    expect((await fetch(`${service_url}${service_path}?prefix=a`.replace(publicUrl, url))).status).toBe(200);
});

/** A hundred artists of the starter catalogue, each with a mistake. */
function misspelt(): { name: string; typed: string }[] {
  const { artists } = JSON.parse(readFileSync(join(import.meta.dir, '../../starter/catalogue.json'), 'utf8'));
  const names = (artists as { name: string }[]).map(({ name }) => name).filter((name) => /^[\p{L} ]{8,}$/u.test(name));
  const ways: ((name: string) => string)[] = [
    (name) => name.slice(0, 3) + name.slice(4),
    (name) => name.slice(0, -3) + name.at(-2) + name.at(-3) + name.at(-1),
    (name) => name.slice(0, 5) + name[4] + name.slice(5),
    (name) => name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase(),
    (name) => `  ${name.replaceAll(' ', '')}.`,
  ];
  return names.slice(0, 100).map((name, i) => ({ name, typed: (ways[i % ways.length] as (typeof ways)[number])(name) }));
}

test('of a hundred misspelt names at least 99 find their artist first, at least 95 match it, and none matches another', async () => {
  const names = misspelt();
  expect(names.length).toBe(100);
  const found: Candidate[][] = [];
  for (const part of [names.slice(0, 50), names.slice(50)])
    found.push(
      ...Object.values(await match(Object.fromEntries(part.map(({ typed }, i) => [`q${i}`, { query: typed, type: 'artist' }])))).map(
        ({ result }) => result,
      ),
    );
  const nameOf = (candidates: Candidate[] = [], condition = (_: Candidate) => true) => candidates.find(condition)?.name;
  expect(names.filter(({ name }, i) => nameOf(found[i]) !== name).length).toBeLessThanOrEqual(1);
  expect(names.filter(({ name }, i) => ![name, undefined].includes(nameOf(found[i], ({ match }) => match)))).toEqual([]);
  expect(names.filter(({ name }, i) => nameOf(found[i], ({ match }) => match) === name).length).toBeGreaterThanOrEqual(95);
});

describe('a candidate is the match only if it is unambiguous', () => {
  test('of several records with the name none is the match, until a property distinguishes them', async () => {
    const both = await candidatesOf({ query: 'ZVIRUS', type: 'artist' });
    expect(both.slice(0, 2).map(({ id, score, match }) => [id, score, match])).toEqual([
      [`artist-${virus}`, 100, false],
      [`artist-${virusOfRosario}`, 100, false],
    ]);
    expect(await candidatesOf({ query: 'ZVIRUS', type: ['artist', 'artist'], properties: [{ pid: 'place', v: ['', ' '] }] })).toEqual(both);
    const distinguished = await candidatesOf({ query: 'zvirus', type: ['artist'], properties: [{ pid: 'place', v: 'la plata' }] });
    expect([matched(distinguished), distinguished[0]?.score]).toEqual([`artist-${virus}`, 100]);
    expect(distinguished[1]?.score).toBeLessThan(90);
    expect(distinguished[0]?.features).toEqual([
      { id: 'name', value: 1 },
      { id: 'place', value: 1 },
    ]);
    expect(matched(await candidatesOf({ query: 'zvirus', type: 'artist', properties: [{ pid: 'place', v: 'Mendoza' }] }))).toBeUndefined();
  });

  test('an identifier decides, in each form in which people copy it, unless the name contradicts', async () => {
    const discogs = (v: unknown) => ({ properties: [{ pid: 'discogs', v }] });
    for (const v of ['82730', 82730, ['1', 'https://www.discogs.com/artist/82730-Zvirus'], { id: '82730', name: 'Zvirus' }])
      expect(matched(await candidatesOf({ query: 'Zvirus', type: 'artist', ...discogs(v) }))).toBe(`artist-${virus}`);
    expect(matched(await candidatesOf(discogs('82730')))).toBe(`artist-${virus}`);
    const contradicted = await candidatesOf({ query: 'Almendra', type: 'artist', ...discogs('82730') });
    expect([contradicted.map(({ id }) => id), matched(contradicted)]).toEqual([expect.arrayContaining([`artist-${virus}`]), undefined]);
  });

  test('an album is distinguished by the name or id of its artist, and by its year', async () => {
    const album = (...properties: { pid: string; v: unknown }[]) => candidatesOf({ query: 'zlocurra', type: 'album', properties });
    expect(matched(await album())).toBeUndefined();
    expect(matched(await album({ pid: 'year', v: 1985 }))).toBe(`album-${locura}`);
    expect(matched(await album({ pid: 'artist', v: { id: `artist-${virus}`, name: 'Zvirus' } }))).toBe(`album-${locura}`);
    expect(matched(await album({ pid: 'artist', v: 'Zvirus' }, { pid: 'year', v: '1985' }))).toBe(`album-${locura}`);
    expect(matched(await album({ pid: 'artist', v: 'Almendra' }))).toBeUndefined();
    expect(matched(await candidatesOf({ query: '', type: 'album', properties: [{ pid: 'discogs-master', v: '77' }] }))).toBe(
      `album-${locura}`,
    );
  });

  test('a name without letters matches only if it is exactly the same', async () => {
    const namesFor = async (query: string) =>
      (await candidatesOf({ query, type: 'album', properties: [{ pid: 'discogs-master', v: '78' }] })).map(({ name, match }) => [
        name,
        match,
      ]);
    expect([await namesFor('+'), await namesFor('÷')]).toEqual([[['+', true]], [['+', false]]]);
  });

  test('an id finds its record, and text without a name finds nothing', async () => {
    expect((await candidatesOf({ query: `album-${locura}` })).map(({ id, match }) => [id, match])).toEqual([[`album-${locura}`, true]]);
    for (const query of ['artist-999999999', '¡¡!!', 'x'.repeat(5_000), '\u202e', '', ' '])
      expect(await candidatesOf({ query })).toEqual([]);
    expect((await candidatesOf({ query: 'los', limit: 2 })).length).toBeLessThanOrEqual(2);
  });
});

describe('bad input is refused with every fault', () => {
  test('a batch of a thousand queries, with a message that names the limit', async () => {
    const queries = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`q${i}`, { query: 'Almendra', type: 'artist' }]));
    const { status, json } = await ask('', form({ queries: JSON.stringify(queries) }));
    expect([status, json.detail]).toEqual([413, 'A batch may have at most 50 queries, but has 1000. Send it in parts.']);
    expect((await ask('', form({ queries: 'x'.repeat(300_000) }))).status).toBe(413);
  });

  test('wrong members, each by its pointer', async () => {
    const queries = {
      a: { limit: 1 },
      b: { query: 'x', type: 'song', limit: 0, properties: [{ pid: 'colour', v: 'red' }, { pid: 'year' }] },
      d: {
        query: 'x',
        properties: [
          { pid: 'year', v: 1 },
          { pid: 'year', v: 2 },
        ],
      },
      c: { query: 'x', extra: 1, properties: [{ pid: 'year', v: Array.from({ length: 6 }, () => 1) }] },
    };
    const { status, json } = await ask('', form({ queries: JSON.stringify(queries) }));
    expect(status).toBe(400);
    expect(json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()).toEqual([
      '/a/query',
      '/b/limit',
      '/b/properties/0/pid',
      '/b/properties/1/v',
      '/b/type',
      '/c/extra',
      '/c/properties/0/v',
      '/d/properties',
    ]);
  });

  test.each([
    ['queries={', 'malformed-json'],
    ['queries=[]', 'invalid-input'],
    ['queries={"a":{"query":"x"}}&callback=f', 'invalid-input'],
    ['nothing=1', 'invalid-input'],
    ['extend={"ids":["artist-1","1001"],"properties":[{"id":"colour"}]}', 'invalid-input'],
  ])('%s', async (query, code) => {
    for (const { status, json } of [await ask(`?${query}`), await ask('', form(Object.fromEntries(new URLSearchParams(query))))])
      expect([status, json.type]).toEqual([400, `${publicUrl}/problems/${code}`]);
  });

  test('each query counts towards the limit of requests', async () => {
    const remaining = async () => /r=(\d+)/.exec((await ask('')).headers.get('ratelimit') ?? '')?.[1];
    const before = Number(await remaining());
    await match(Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`q${i}`, { query: 'Sumo' }])));
    expect(before - Number(await remaining())).toBeGreaterThanOrEqual(41);
  });
});

test('suggest finds entities, properties and types by the beginning of their names', async () => {
  const entities = async (query: string) => (await ask(`/suggest/entity?${query}`)).json.result;
  const [first] = await entities('prefix=zviru&lang=es');
  expect(first).toEqual({
    id: `artist-${virus}`,
    name: 'Zvirüs',
    description: 'La Plata, 1980–',
    notable: [{ id: 'artist', name: 'Artist' }],
  });
  const albums: Candidate[] = await entities('prefix=zlocu&type=album');
  expect(albums.slice(0, 2).map(({ description }) => description)).toEqual(['Zvirüs, 1985', 'Zvirus, 1999']);
  expect(await entities('prefix=zlocu&type=album&cursor=1')).toEqual(albums.slice(1));
  expect((await entities(`prefix=album-${locura}`))[0].name).toBe('Zlocura');
  for (const query of ['', 'prefix=', 'prefix=%C2%A1', `prefix=${'x'.repeat(300)}`]) expect(await entities(query)).toEqual([]);
  expect((await ask('/suggest/property?prefix=yea')).json).toEqual({ result: [{ id: 'year', name: 'year' }] });
  expect((await ask('/suggest/type?prefix=alb')).json).toEqual({ result: [{ id: 'album', name: 'Album' }] });
  expect((await ask('/suggest/type?prefix=a&callback=f')).status).toBe(400);
});

test('data extension returns the values of properties; a client can ask for the names of the properties', async () => {
  const { json: proposed } = await ask('/properties?type=album');
  const ids = proposed.properties.map(({ id }: { id: string }) => id);
  expect(ids).toEqual(expect.arrayContaining(['artist', 'year', 'musicbrainz-release-group']));
  expect((await ask('/properties?type=song')).status).toBe(400);
  const extend = {
    ids: [`album-${locura}`, `artist-${virus}`, 'album-999999999'],
    properties: ['artist', 'year', 'genre', 'discogs'].map((id) => ({ id })),
  };
  for (const { json } of [await ask('', form({ extend: JSON.stringify(extend) })), await ask(`?extend=${JSON.stringify(extend)}`)])
    expect(json).toEqual({
      meta: [
        { id: 'artist', name: 'artist', type: { id: 'artist', name: 'Artist' } },
        { id: 'year', name: 'year' },
        { id: 'genre', name: 'genre' },
        { id: 'discogs', name: 'discogs' },
      ],
      rows: {
        [`album-${locura}`]: { artist: [{ id: `artist-${virus}`, name: 'Zvirüs' }], year: [{ int: 1985 }], genre: [], discogs: [] },
        [`artist-${virus}`]: { artist: [], year: [], genre: [{ str: 'pop' }, { str: 'new-wave' }], discogs: [{ str: '82730' }] },
        'album-999999999': { artist: [], year: [], genre: [], discogs: [] },
      },
    });
  const many = { ids: Array.from({ length: 201 }, () => 'artist-1'), properties: [] };
  expect((await ask('', form({ extend: JSON.stringify(many) }))).json.errors[0].detail).toBe('must have at most 200 ids');
});

test('a preview may be framed anywhere, and has no script; an id leads to the page of its record', async () => {
  const { status, headers, text } = await ask(`/preview/artist-${virus}`);
  expect([status, headers.get('content-type'), headers.get('x-frame-options')]).toEqual([200, 'text/html; charset=utf-8', null]);
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; .*frame-ancestors \*; sandbox allow-popups allow-popups-to-escape-sandbox$/,
  );
  const hash = new Bun.CryptoHasher('sha256').update(/<style>(.*)<\/style>/.exec(text)?.[1] ?? '').digest('base64');
  expect(policy).toContain(hash);
  expect(text).toContain('Pop moderno.');
  expect(text).toContain(`href="${publicUrl}/artists/${virus}-zvirus"`);
  for (const id of ['artist-999999999', 'x', 'artist-0']) expect((await ask(`/preview/${id}`)).status).toBe(404);
  const page = await fetch(`${url}/reconcile/album-${locura}`, { redirect: 'manual' });
  expect([page.status, page.headers.get('location')]).toEqual([303, `${publicUrl}/artists/${virus}-zvirus/albums/${locura}-zlocura`]);
});
