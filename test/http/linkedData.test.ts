import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_PUBLIC_URL: 'https://rock.example.org/x' });
afterAll(() => rockola.stop());

const call = (method: string, path: string, body: object = {}) => rockola.send(method, `/artists${path}`, body);
const add = async (path: string, body: object): Promise<bigint> => (await call('POST', path, body)).json.id;
const ask = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${rockola.url}/api/v1/artists${path}`, { headers: { Accept: 'application/ld+json', ...headers } });

test('linked data of an artist has each period of a membership as a role, and the page of the artist contains the same', async () => {
  const [group, person] = [await add('', { name: 'Serú Girán', description: 'Una **banda**.' }), await add('', { name: 'Charly García' })];
  const album = await add(`/${group}/albums`, { name: 'Bicicleta', year: 1980, image: 'https://example.org/b.jpg' });
  const first = { person, credited: 'Charly', roles: ['keyboards'], from: '1978~', to: '1982-05', ended: true };
  await add(`/${group}/members`, first);
  await add(`/${group}/members`, { ...first, roles: [], from: '1992', to: null });
  await add(`/${group}/members`, { credited: 'Oscar </script> Moro' });
  for (const [name, kind, language] of [
    ['Serú', 'short form', ''],
    ['Seru Jiran', 'search hint', ''],
    ['Seru', 'nickname', 'en'],
  ])
    await add(`/${group}/aliases`, { name, kind, language });

  const site = 'https://rock.example.org/x/artists';
  const named = (id: bigint, name: string) => ({ '@type': 'MusicGroup', '@id': `${site}/${id}`, name });
  const charly = named(person, 'Charly García');
  const seru = named(group, 'Serú Girán');
  const cover = { '@type': 'MusicAlbum', '@id': `${site}/${group}/albums/${album}`, name: 'Bicicleta', datePublished: '1980' };
  const bicicleta = { ...cover, image: 'https://example.org/b.jpg' };
  const periods = [{ startDate: '1978', endDate: '1982-05', roleName: ['keyboards'] }, { startDate: '1992' }];
  const roles = (property: string, other: object) =>
    periods.map((period) => ({ '@type': 'OrganizationRole', [property]: other, ...period }));
  const expected = {
    '@context': 'https://schema.org',
    ...seru,
    alternateName: ['Serú', { '@value': 'Seru', '@language': 'en' }],
    description: 'Una banda.',
    member: [...roles('member', charly), { '@type': 'OrganizationRole', member: { '@type': 'Person', name: 'Oscar </script> Moro' } }],
    album: [bicicleta],
  };
  const answer = await ask(`/${group}`);
  expect([answer.status, answer.headers.get('content-type'), await answer.json()]).toEqual([200, 'application/ld+json', expected]);
  const page = await (await fetch(`${rockola.url}/artists/${group}-seru-giran`)).text();
  expect(JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(page)?.[1] as string)).toEqual(expected);
  expect(await (await ask(`/${person}`)).json()).toEqual({
    '@context': 'https://schema.org',
    ...charly,
    memberOf: roles('memberOf', seru),
    album: [],
  });
  expect(await (await ask(`/${group}/albums/${album}`)).json()).toEqual({ '@context': 'https://schema.org', ...bicicleta, byArtist: seru });
});

test('linked data has the type, dates and place from the details', async () => {
  const [person, group] = [await add('', { name: 'Pappo' }), await add('', { name: 'Riff' })];
  const album = await add(`/${group}/albums`, { name: 'Macadam 3, 2, 1, 0', year: 1981 });
  const details = { from: '1967~', to: '2005-02-25', ended: true, place: 'Buenos Aires', genres: ['blues'] };
  await call('PUT', `/${person}/details`, { ...details, type: 'person' });
  await call('PUT', `/${group}/details`, { ...details, type: 'group', place: '', genres: [] });
  await call('PUT', `/${group}/albums/${album}/details`, { kind: 'live', released: '1981-11?', label: 'Tonodisc' });
  await add(`/${person}/identifiers`, { scheme: 'wikidata', value: 'Q1234567' });
  const place = { '@type': 'Place', name: 'Buenos Aires' };
  expect(await (await ask(`/${person}`)).json()).toMatchObject({
    ...{ '@type': ['Person', 'MusicGroup'], deathDate: '2005-02-25', birthPlace: place, genre: ['blues'] },
    sameAs: ['https://www.wikidata.org/wiki/Q1234567'],
  });
  const page = await (await fetch(`${rockola.url}/artists/${person}-pappo`)).text();
  expect(page).toContain('<a href="https://www.wikidata.org/wiki/Q1234567" rel="external">Wikidata</a>');
  expect(await (await ask(`/${group}`)).json()).toEqual({
    ...{ '@context': 'https://schema.org', '@type': 'MusicGroup', '@id': expect.any(String), name: 'Riff' },
    ...{ foundingDate: '1967', dissolutionDate: '2005-02-25', album: [expect.objectContaining({ datePublished: '1981' })] },
  });
  expect(await (await ask(`/${group}/albums/${album}`)).json()).toMatchObject({
    datePublished: '1981-11',
    albumProductionType: { '@id': 'http://schema.org/LiveAlbum' },
    albumRelease: { '@type': 'MusicRelease', recordLabel: { '@type': 'Organization', name: 'Tonodisc' } },
  });
});

test('linked data of an album has its credits, tracks and identifiers', async () => {
  const [maker, guest] = [await add('', { name: 'Pedro' }), await add('', { name: 'Jade' })];
  await call('PUT', `/${maker}/details`, { type: 'person' });
  await call('PUT', `/${guest}/details`, { type: 'group' });
  const albumPath = `/${maker}/albums/${await add(`/${maker}/albums`, { name: 'Dos', year: 1986 })}`;
  for (const [artist, credited, role] of [
    [guest, 'Jade', 'co-author'],
    [maker, 'Pedro', 'producer'],
    [null, 'Nadie', 'guest'],
  ])
    await add(`${albumPath}/credits`, { artist: artist === maker ? null : artist, credited, role });
  await add(`${albumPath}/tracks`, { position: 2, title: 'Fin' });
  await add(`${albumPath}/tracks`, { position: 1, title: 'Principio', length: '2:05', isrc: 'ARF410100001' });
  await add(`${albumPath}/identifiers`, { scheme: 'discogs-master', value: '82730' });
  await add(`${albumPath}/identifiers`, { scheme: 'ean', value: '7798030290012' });
  const site = 'https://rock.example.org/x/artists';
  const link = 'https://www.discogs.com/master/82730';
  expect(await (await ask(albumPath)).json()).toMatchObject({
    byArtist: [
      { '@type': 'Person', '@id': `${site}/${maker}`, name: 'Pedro' },
      { '@type': 'MusicGroup', '@id': `${site}/${guest}`, name: 'Jade' },
    ],
    producer: [{ '@type': 'Person', name: 'Pedro' }],
    contributor: [{ '@type': 'Person', name: 'Nadie' }],
    track: [
      { '@type': 'MusicRecording', name: 'Principio', position: 1, duration: 'PT2M5S', isrcCode: 'ARF410100001' },
      { '@type': 'MusicRecording', name: 'Fin', position: 2 },
    ],
    sameAs: [link],
    gtin: ['7798030290012'],
  });
  const page = await (await fetch(`${rockola.url}/artists/${maker}-pedro/albums/${albumPath.split('/').at(-1)}-dos`)).text();
  expect(page).toContain(`<a href="${link}" rel="external">Discogs</a>`);
});

test('linked data of a member is a Person or MusicGroup, as the member’s details say', async () => {
  const [group, person] = [await add('', { name: 'Manal' }), await add('', { name: 'Javier' })];
  await call('PUT', `/${person}/details`, { type: 'person' });
  await add(`/${group}/members`, { person, credited: 'Javier' });
  const document = (await (await ask(`/${group}`)).json()) as { member: { member: object }[] };
  expect(document.member[0]?.member).toMatchObject({ '@type': 'Person' });
});

test('linked data has an ETag of its own, which changes with everything in it, and the answer varies by Accept', async () => {
  const id = await add('', { name: 'Manal' });
  const json = await ask(`/${id}`, { Accept: 'application/json' });
  const linked = await ask(`/${id}`);
  const [plain, linkedTag] = [json.headers.get('etag') as string, linked.headers.get('etag') as string];
  expect([json.headers.get('vary'), linked.headers.get('vary'), plain === linkedTag]).toEqual(['Accept', 'Accept', false]);
  const again = (tag: string) => ask(`/${id}`, { 'If-None-Match': tag });
  const unchanged = await again(linkedTag);
  expect([unchanged.status, unchanged.headers.get('etag'), unchanged.headers.get('vary'), await unchanged.text()]).toEqual([
    304,
    linkedTag,
    'Accept',
    '',
  ]);
  expect((await again(plain)).status).toBe(200);
  await add(`/${id}/members`, { credited: 'Javier Martínez' });
  expect((await again(linkedTag)).status).toBe(200);
});

test('a resource without linked data answers 406 to clients that accept nothing else', async () => {
  const id = await add('', { name: 'Almendra' });
  expect([(await ask('')).status, (await ask(`/${id}/members`)).status, (await ask(`/${id}?at=2026-01-01T00:00:00Z`)).status]).toEqual([
    406, 406, 406,
  ]);
  expect([(await ask('/999999')).status, (await ask(`/${id}/albums/1`)).status]).toEqual([404, 404]);
  expect((await ask(`/${id}?at=2099-01-01T00:00:00Z`, { Accept: 'application/ld+json, */*;q=0.1' })).status).toBe(200);
});
