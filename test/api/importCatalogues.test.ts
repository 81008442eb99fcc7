import { afterAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../src/model/json.ts';
import { until } from '../faults/until.ts';
import {
  discogsArtists,
  discogsCollection,
  discogsMasters,
  musicbrainzArtist,
  musicbrainzDump,
  musicbrainzSearch,
} from '../support/catalogues.ts';
import { type Rockola, startRockola } from '../support/harness.ts';

const open: Rockola[] = [];
afterAll(async () => {
  for (const rockola of open) await rockola.stop();
});

async function start(): Promise<Rockola> {
  const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
  open.push(rockola);
  return rockola;
}

/** Imports a file by the command. `rows`: the rows of the report, except those of unchanged records. */
async function load(node: Rockola, name: string, content: string, ...options: string[]) {
  const file = join(node.folder, name);
  writeFileSync(file, content);
  const { code, err, out } = await node.cli(['import', file, ...options]);
  const report = await Bun.file(`${file}.report.ndjson`)
    .text()
    .catch(() => Promise.reject(new Error(err)));
  const lines = report.trimEnd().split('\n').slice(1, -1);
  // biome-ignore lint/suspicious/noExplicitAny: rows of several kinds
  const rows = lines.map((line) => parseJson(line).value as any).filter(({ action }) => action !== 'unchanged');
  return { code, err, out, rows };
}

const listOf = async ({ send }: Rockola, path: string) => (await send('GET', path)).json.data;

test('artists of Discogs are found by their identifiers, and get only what they lack', async () => {
  const node = await start();
  const { add, send } = node;
  const [virus, federico, charly] = [
    await add('/artists', { name: 'Virus' }),
    await add('/artists', { name: 'Moura', description: 'mine' }),
    await add('/artists', { name: 'Charly García' }),
  ];
  for (const [artist, value] of [
    [virus, '900100'],
    [federico, '900101'],
    [charly, '900105'],
  ])
    await add(`/artists/${artist}/identifiers`, { scheme: 'discogs', value: String(value) });
  await add(`/artists/${virus}/members`, { person: federico, credited: 'F. Moura', from: '1980', to: '1988', note: 'mine' });
  await add(`/artists/${virus}/members`, { person: null, credited: 'Julio Moura', roles: ['guitar'] });
  await add(`/artists/${virus}/aliases`, { name: 'Vírus', kind: 'nickname' });
  const refused = await node.cli(['import', writeTo(node, 'a.xml', discogsArtists), '--match', 'id']);
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('has the ids of another catalogue')]);
  const { code, rows, err, out } = await load(node, 'discogs_20260801_artists.xml', discogsArtists);
  expect([code, err, out]).toEqual([0, expect.not.stringContaining('line'), expect.stringContaining('a dump of Discogs')]);
  expect(rows.filter(({ kind }) => kind === 'artist').map(({ action, record }) => [action, record.name ?? Object.keys(record)])).toEqual([
    ['update', ['description']],
    ['create', 'Julio Moura'],
    ['create', 'Virus'],
    ['create', 'Sui Generis (3)'],
  ]);
  expect((await send('GET', `/artists/${virus}`)).json).toMatchObject({
    name: 'Virus',
    description: expect.stringContaining('from **La Plata**, founded by Federico Moura & brothers.\nSee <https://www.discogs.com'),
  });
  expect((await send('GET', `/artists/${federico}`)).json).toMatchObject({ name: 'Moura', description: 'mine' });
  const members = await listOf(node, `/artists/${virus}/members`);
  const { id: julio } = (await listOf(node, '/artists?q=Julio%20Moura'))[0];
  expect(members).toMatchObject([
    { person: federico, credited: 'F. Moura', from: '1980', to: '1988', note: 'mine' },
    { person: julio, credited: 'Julio Moura', roles: ['guitar'] },
  ]);
  const { id: sui } = (await listOf(node, '/artists?q=Sui%20Generis'))[0];
  expect(await listOf(node, `/artists/${sui}/members`)).toMatchObject([{ person: charly, credited: 'Charly García' }]);
  const identifiers = await listOf(node, `/artists/${virus}/identifiers`);
  expect(identifiers.map(({ scheme, value }: { scheme: string; value: string }) => `${scheme} ${value}`).toSorted()).toEqual([
    'discogs 900100',
    'spotify 4vqKjn8Vk3XNyAXLnKmbRI',
    'wikidata Q1425333',
  ]);
  expect((await listOf(node, `/artists/${virus}/aliases`)).map(({ kind }: { kind: string }) => kind).toSorted()).toEqual([
    'nickname',
    'search hint',
  ]);
  expect((await load(node, 'again.xml', discogsArtists)).rows).toEqual([]);
  expect((await node.cli(['check'])).code).toBe(0);
});

function writeTo({ folder }: Rockola, name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

test('masters of Discogs become albums of their first artist with credits of the others; an unknown year is reported', async () => {
  const node = await start();
  const virus = await node.add('/artists', { name: 'Virus' });
  await node.add(`/artists/${virus}/identifiers`, { scheme: 'discogs', value: '900100' });
  const stored = await node.add(`/artists/${virus}/albums`, { name: 'Wadu wadu', year: 1980 });
  const { code, rows } = await load(node, 'm.xml', discogsMasters, '--skip-errors');
  expect(code).toBe(0);
  expect(rows.filter(({ errors }) => errors).map(({ line, kind, errors }) => [Number(line), kind, errors[0].member])).toEqual([
    [3, 'album', 'year'],
    [3, 'album_identifier', 'album_id'],
  ]);
  expect((await node.send('GET', `/artists/${virus}/albums/${stored}`)).json).toMatchObject({ name: 'Wadu wadu', year: 1980n });
  const { id: spinetta } = (await listOf(node, '/artists?q=Spinetta'))[0];
  const { id: fito } = (await listOf(node, '/artists?q=Fito'))[0];
  const [lala] = await listOf(node, `/artists/${spinetta}/albums`);
  expect(lala).toMatchObject({ name: 'La La La', year: 1986n });
  const albumPath = `/artists/${spinetta}/albums/${lala.id}`;
  expect(await listOf(node, `${albumPath}/credits`)).toMatchObject([{ artist: fito, credited: 'Fito Páez', role: 'co-author' }]);
  expect(await listOf(node, `${albumPath}/identifiers`)).toMatchObject([{ scheme: 'discogs-master', value: '900202' }]);
  // The store has the year of this album, so an unknown year in the file is no error.
  await node.add(`/artists/${virus}/albums`, { name: 'Recrudece', year: 1982 });
  const again = await load(node, 'n.xml', discogsMasters);
  expect(again.rows.map(({ action, kind }) => [action, kind])).toEqual([['create', 'album_identifier']]);
});

test('a plan has a conflict if an identifier of an album belongs to an album of another artist', async () => {
  const node = await start();
  const other = await node.add('/artists', { name: 'Otro' });
  const album = await node.add(`/artists/${other}/albums`, { name: 'La La La', year: 1986 });
  await node.add(`/artists/${other}/albums/${album}/identifiers`, { scheme: 'discogs-master', value: '900202' });
  const plan = join(node.folder, 'plan.ndjson');
  expect((await node.cli(['import', writeTo(node, 'm.xml', discogsMasters), '--plan', plan])).out).toContain('album conflict: 1');
  expect(await Bun.file(plan).text()).toContain(`belongs elsewhere: artist ${other}`);
});

test('a collection of Discogs is matched by name: one album of several pressings, "Virus (2)" beside "Virus"', async () => {
  const node = await start();
  const sumo = await node.add('/artists', { name: 'SUMO' });
  await node.add(`/artists/${sumo}/albums`, { name: 'Divididos por la felicidad', year: 1984 });
  const virus = await node.add('/artists', { name: 'Virus' });
  const { rows, err } = await load(node, 'ana-collection-20260105-0930.csv', discogsCollection, '--skip-errors');
  expect(err).toContain('line 4, column "Released": is required');
  expect(rows.map(({ line, action, kind }) => `${line} ${action} ${kind}`)).toEqual([
    '4 create artist',
    '5 create artist',
    '4 error album',
    '5 create album',
    '2 create album_details',
    '4 error album_details',
    '5 create album_details',
  ]);
  expect(await listOf(node, `/artists/${sumo}/albums`)).toMatchObject([{ name: 'Divididos por la felicidad', year: 1984n }]);
  expect(await listOf(node, `/artists/${virus}/albums`)).toEqual([]);
  expect(await node.sql('select kind, label from album_details order by label')).toEqual([
    { kind: 'album', label: 'CBS' },
    { kind: 'ep', label: 'Discos CBS' },
  ] as never);
});

test('over HTTP a dump is recognised by its media type or by "format", and a DOCTYPE is refused', async () => {
  const node = open[0] as Rockola;
  const plan = async (body: string, type: string, query = '') => {
    const headers = { 'X-API-Key': node.adminKey, 'Content-Type': type };
    const response = await fetch(`${node.url}/api/v1/imports${query}`, { method: 'POST', headers, body });
    const { id } = parseJson(await response.text()).value as { id: bigint };
    let job: Awaited<ReturnType<Rockola['send']>>['json'];
    await until(async () => {
      ({ json: job } = await node.send('GET', `/jobs/${id}`));
      return job.ended_at !== null;
    }, `job ${id} does not end`);
    return [response.status, job.state, job.outcome.detail ?? job.outcome.match];
  };
  expect(await plan(discogsArtists, 'application/xml')).toEqual([202, 'done', 'identifier']);
  expect(await plan('<artists/>', 'application/xml')).toEqual([202, 'done', 'identifier']);
  expect(await plan(discogsCollection, 'text/csv', '?format=discogs&match=identifier')).toEqual([202, 'done', 'identifier']);
  expect(await plan(`<!DOCTYPE x>${discogsArtists}`, 'application/xml')).toEqual([202, 'failed', expect.stringContaining('DOCTYPE')]);
});

test('answers and dumps of MusicBrainz become artists, albums and memberships', async () => {
  const node = await start();
  const charly = await node.add('/artists', { name: 'Charly', description: 'mine' });
  await node.add(`/artists/${charly}/identifiers`, { scheme: 'musicbrainz', value: '0f000002-1111-4222-8333-444455556666' });
  const first = await load(node, 'seru.json', musicbrainzArtist, '--format', 'musicbrainz', '--skip-errors');
  expect([first.code, first.rows.filter(({ errors }) => errors).map(({ kind, errors }) => [kind, errors[0].member])]).toEqual([
    0,
    [
      ['album', 'year'],
      ['album_details', 'album_id'],
      ['album_identifier', 'album_id'],
    ],
  ]);
  const { id: seru } = (await listOf(node, '/artists?q=Giran'))[0];
  expect((await node.send('GET', `/artists/${seru}/details`)).json).toMatchObject({
    ...{ type: 'group', from: '1978', to: '1982-03', ended: true, place: 'Buenos Aires' },
  });
  // Pedro Aznar and David Lebón are not in the catalogue.
  expect(await listOf(node, `/artists/${seru}/members`)).toMatchObject([
    { person: charly, credited: 'Charly García', roles: ['keyboards', 'lead vocals', 'other'], from: '1978', to: '1982', ended: true },
  ]);
  expect((await listOf(node, `/artists/${seru}/identifiers`)).map(({ scheme }: { scheme: string }) => scheme).toSorted()).toEqual([
    ...['discogs', 'isni', 'musicbrainz', 'wikidata'],
  ]);
  expect(await listOf(node, `/artists/${seru}/aliases`)).toMatchObject([{ name: 'Seru Giran', kind: 'search hint' }]);
  const albums = await listOf(node, `/artists/${seru}/albums`);
  expect(albums).toMatchObject([{ year: 1979n }, { name: 'No llores por mí, Argentina', year: 1982n }]);
  expect((await node.send('GET', `/artists/${seru}/albums/${albums[1].id}/details`)).json).toMatchObject({
    kind: 'live',
    released: '1982',
  });
  const second = await load(node, 'musicbrainz.jsonl', musicbrainzDump);
  expect([second.code, second.rows.map(({ action, kind }) => `${action} ${kind}`)]).toEqual([
    0,
    [
      'create artist',
      'create album',
      'create alias',
      'create artist_details',
      'create credit',
      'create album_details',
      'create artist_identifier',
      'create album_identifier',
    ],
  ]);
  expect((await node.send('GET', `/artists/${charly}`)).json).toMatchObject({ name: 'Charly', description: 'mine' });
  expect((await node.send('GET', `/artists/${charly}/details`)).json).toMatchObject({
    type: 'person',
    from: null,
    ended: false,
    place: '',
  });
  const [tango] = await listOf(node, `/artists/${charly}/albums`);
  expect(await listOf(node, `/artists/${charly}/albums/${tango.id}/credits`)).toMatchObject([{ credited: 'Aznar', role: 'co-author' }]);
  // Since the second import the catalogue has Pedro Aznar, so his membership is added.
  const third = await load(node, 'seru.json', musicbrainzArtist, '--format', 'musicbrainz', '--skip-errors');
  expect(third.rows.filter(({ errors }) => !errors).map(({ action, record }) => [action, record.credited, record.roles])).toEqual([
    ['create', 'Aznar', ['bass']],
  ]);
  const found = await load(node, 'search.json', musicbrainzSearch, '--format', 'musicbrainz');
  expect([found.code, found.rows]).toEqual([0, []]);
  expect((await node.cli(['check'])).code).toBe(0);
});

test('two albums with the same title and different identifiers in the file become two albums', async () => {
  const node = await start();
  const gatos = { id: '0f000010-1111-4222-8333-444455556666', name: 'Los Gatos' };
  const answer = (...years: number[]) => {
    const groups = years.map((year) => ({
      ...{ id: `0f00${year}-1111-4222-8333-444455556666`, title: 'Los Gatos', 'primary-type': 'Album' },
      ...{ 'first-release-date': String(year), 'artist-credit': [{ name: gatos.name, artist: gatos }] },
    }));
    return JSON.stringify({ 'release-groups': groups });
  };
  for (const years of [[1967], [1968], [1967, 1968, 1968]])
    expect((await load(node, `musicbrainz-${years}.json`, answer(...years))).code).toBe(0);
  const [{ id }] = await listOf(node, '/artists?q=Los%20Gatos');
  const albums = await listOf(node, `/artists/${id}/albums`);
  expect(albums).toMatchObject([
    { name: 'Los Gatos', year: 1967n },
    { name: 'Los Gatos', year: 1968n },
  ]);
  for (const album of albums) expect(await listOf(node, `/artists/${id}/albums/${album.id}/identifiers`)).toHaveLength(1);
  // A stored album without an identifier of that catalogue is matched by its title.
  const other = await node.add('/artists', { name: 'Almendra' });
  await node.add(`/artists/${other}/identifiers`, { scheme: 'musicbrainz', value: '0f000011-1111-4222-8333-444455556666' });
  await node.add(`/artists/${other}/albums`, { name: 'Almendra', year: 1969 });
  const almendra = answer(1969).replaceAll('Los Gatos', 'Almendra').replace(gatos.id, '0f000011-1111-4222-8333-444455556666');
  const { rows } = await load(node, 'musicbrainz-almendra.json', almendra);
  expect(rows.map(({ kind, action }) => `${action} ${kind}`)).toEqual(['create album_details', 'create album_identifier']);
});

test('a membership in the file that matches several stored ones is a conflict that names them', async () => {
  const node = await start();
  const group = await node.add('/artists', { name: 'Sui Generis' });
  await node.add(`/artists/${group}/identifiers`, { scheme: 'discogs', value: '900104' });
  const charly = await node.add('/artists', { name: 'Charly García' });
  await node.add(`/artists/${charly}/identifiers`, { scheme: 'discogs', value: '900105' });
  const periods: bigint[] = [];
  for (const from of ['1969', '2000'])
    periods.push(await node.add(`/artists/${group}/members`, { person: charly, credited: 'Charly García', from }));
  const { rows } = await load(node, 'discogs.xml', discogsArtists, '--format', 'discogs', '--skip-errors');
  const members = rows.filter(({ kind, artist_id }) => kind === 'membership' && artist_id === group);
  expect(members.map(({ action, errors }) => [action, errors[0].code, errors[0].values])).toEqual([
    ['conflict', 'ambiguousName', [periods.join(', ')]],
  ]);
  expect(await listOf(node, `/artists/${group}/members`)).toHaveLength(2);
});

test('an album that a file lists under two artists becomes one album, of the first artist', async () => {
  const node = await start();
  const groups = [{ id: '1f000001-1111-4222-8333-444455556666', title: 'Tango', 'primary-type': 'EP', 'first-release-date': '1986' }];
  const artists = ['Charly García', 'Pedro Aznar'].map((name, i) => ({
    ...{ id: `0f00000${i}-1111-4222-8333-444455556666`, name, 'sort-name': name, 'release-groups': groups },
  }));
  const { code, rows } = await load(node, 'musicbrainz.json', JSON.stringify({ artists }));
  expect([code, rows.filter(({ kind }) => kind === 'album').map(({ action }) => action)]).toEqual([0, ['create']]);
  const ids = await Promise.all(['Charly', 'Aznar'].map(async (name) => (await listOf(node, `/artists?q=${name}`))[0].id));
  expect(await listOf(node, `/artists/${ids[0]}/albums`)).toMatchObject([{ name: 'Tango', year: 1986n }]);
  expect(await listOf(node, `/artists/${ids[1]}/albums`)).toEqual([]);
});
