import { afterEach, expect, test as longToo } from 'bun:test';
import { factKinds } from '../../src/model/record.ts';
import catalogue from '../../starter/catalogue.json' with { type: 'json' };
import { isLong } from '../support/amount.ts';
import { engine } from '../support/databases.ts';
import { commandOf, type Rockola, startRockola } from '../support/harness.ts';

const starter = catalogue.artists;
/** The long form skips the tests that would be the same as in the short form. */
const test = longToo.skipIf(isLong);
let rockola: Rockola;
afterEach(() => rockola.stop());

const artists = '/api/v1/artists';
const albumCount = starter.flatMap(({ albums }) => albums).length;
const idOf = (name: string) => 1001 + starter.findIndex((artist) => artist.name === name);
const send = (method: string, path: string, body?: unknown) => rockola.send(method, `${artists}${path}`, body);
const add = (...options: string[]) => rockola.cli(['starter', ...(options.length > 0 ? options : ['--add'])]);
const storedRecords = async () => [
  await rockola.sql('select id, name, description, image, band, version from artist order by id'),
  await rockola.sql('select id, artist_id, name, year, version from album order by id'),
];
/** Deletes artists and their log, as if the store had been made by an edition of the starter catalogue without them. */
async function forget(from: number, to: number): Promise<void> {
  for (const table of factKinds) await rockola.sql(`delete from ${table} where artist_id between ${from} and ${to}`);
  await rockola.sql(`delete from album where artist_id between ${from} and ${to}`);
  await rockola.sql(`delete from artist where id between ${from} and ${to}`);
  await rockola.sql(`delete from revision where (kind = 'artist' and id between ${from} and ${to}) or artist_id between ${from} and ${to}`);
}
/**
 * The counts of the report: artists, albums, aliases, members, identifiers, credits, sources, removed albums, replaced descriptions,
 * artists known, differences.
 */
const figures = (out: string) => last(out)?.match(/\d+/g)?.map(Number);
const yearsOf = (album: object) => (album as { disputed?: number[] }).disputed ?? [];
const last = (out: string) => out.trimEnd().split('\n').at(-1);

test('missing records are added once; records that people changed, deleted or added stay', async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'en' });
  const [sui, almendra, seru] = [idOf('Sui Generis'), idOf('Almendra'), idOf('Serú Girán')];
  await send('PATCH', `/${sui}`, { name: 'SG', description: 'mine' });
  await send('DELETE', `/${almendra}`);
  const albums = (await send('GET', `/${seru}/albums`)).json.data;
  await send('PATCH', `/${seru}/albums/${albums[0].id}`, { name: 'Another name' });
  await send('PATCH', `/${seru}/albums/${albums[1].id}`, { year: 2001 });
  await send('DELETE', `/${seru}/albums/${albums[2].id}`);
  const identifiers = (await send('GET', `/${seru}/identifiers`)).json.data;
  await send('DELETE', `/${seru}/identifiers/${identifiers[0].id}`);
  const before = await storedRecords();
  await forget(1020, 1029);
  const forgotten = starter.slice(19, 29);
  // A person has added one of the missing artists.
  const [addedByHand, ...others] = forgotten as [(typeof forgotten)[number], ...typeof forgotten];
  await send('POST', '', { id: 5, name: `  ${addedByHand.name.toUpperCase()} `, description: 'by hand' });
  const [taken] = others as [(typeof forgotten)[number]];
  const value = taken.identifiers.spotify;
  expect((await send('POST', `/${sui}/identifiers`, { scheme: 'spotify', value })).status).toBe(201);
  const present = await storedRecords();

  const dry = await add('--dry-run');
  expect([dry.code, await storedRecords()]).toEqual([0, present]);
  const count = (countOf: (artist: (typeof starter)[number]) => number) => forgotten.reduce((sum, artist) => sum + countOf(artist), 0);
  const aliasesGone = count(({ aliases }) => aliases.length);
  const identifiersGone = count(({ identifiers }) => Object.keys(identifiers).length);
  const membersGone = catalogue.memberships.filter(({ group }) => forgotten.some(({ name }) => name === group)).length;
  const sourcesGone = count(({ albums }) => albums.reduce((sum, album) => sum + yearsOf(album).length, 0));
  expect(sourcesGone).toBeGreaterThan(0);
  const albumsGone = count(({ albums }) => albums.length);
  const counts = [9, albumsGone, aliasesGone, membersGone, identifiersGone - 1, 0, sourcesGone, 0, 0, 403, 5];
  expect([last(dry.out), figures(dry.out)]).toEqual([expect.stringContaining('would be added'), counts]);

  const { code, out } = await add();
  expect([code, last(out), figures(out)]).toEqual([0, expect.stringContaining('were added'), counts]);
  expect(out).toContain(`artist ${almendra} "Almendra": left. It was deleted.`);
  expect(out).toContain(
    `album "${albums[1].name}" of artist ${seru} "Serú Girán": left. Its year is 2001 there, ${albums[1].year} in the starter catalogue.`,
  );
  expect(out).toContain(`album "${albums[2].name}" of artist ${seru} "Serú Girán": left. It was deleted.`);

  expect(out).toContain(`identifier spotify:${identifiers[0].value} of artist ${seru} "Serú Girán": left. It was changed or deleted.`);
  expect(out).toContain(`spotify:${value} is the identifier of ${artists}/${sui}/identifiers/`);

  const [artistsNow = [], albumsNow = []] = await storedRecords();
  const touched = (id: unknown) => Number(id) >= 1020 && Number(id) < 1030;
  expect(artistsNow.filter(({ id }) => !touched(id))).toEqual([...(present[0] ?? [])]);
  expect(albumsNow.filter(({ artist_id }) => !touched(artist_id) && Number(artist_id) !== 5)).toEqual(
    (before[1] ?? []).filter(({ artist_id }) => !touched(artist_id)),
  );
  expect(artistsNow.filter(({ id }) => touched(id)).map(({ name, description }) => [name, description])).toEqual(
    others.map(({ name, description_en }) => [name, description_en]),
  );
  const albumsByHand = albumsNow.filter(({ artist_id }) => Number(artist_id) === 5).map(({ name }) => name);
  expect(albumsByHand).toEqual(addedByHand.albums.map(({ name }) => name));

  const again = await add();
  expect(figures(again.out)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 412, 5]);
  expect(await storedRecords()).toEqual([artistsNow, albumsNow]);
});

test('a record whose first version was redacted is not added again', async () => {
  rockola = await startRockola();
  const [sui, almendra, seru] = [idOf('Sui Generis'), idOf('Almendra'), idOf('Serú Girán')];
  const redact = async (path: string, ...hide: string[]) =>
    expect((await send('POST', `${path}/revisions/1/redactions`, { hide, reason: 'slander' })).status).toBe(200);
  const [renamed, moved, gone] = (await send('GET', `/${seru}/albums`)).json.data.map(({ id }: { id: bigint }) => `/${seru}/albums/${id}`);
  const withAlias = 1001 + starter.findIndex(({ aliases }) => aliases.length > 0);
  const alias = `/${withAlias}/aliases/${(await send('GET', `/${withAlias}/aliases`)).json.data[0].id}`;
  await send('PATCH', renamed, { name: 'Another name' });
  await redact(renamed, 'name');
  await send('PATCH', moved, { year: 2001 });
  await redact(moved, 'year');
  await send('DELETE', gone);
  await redact(gone, 'all');
  await send('DELETE', `/${seru}/details`);
  await redact(`/${seru}/details`, 'all');
  await send('DELETE', alias);
  await redact(alias, 'name');
  await send('PATCH', `/${sui}`, { name: 'SG' });
  await redact(`/${sui}`, 'name');
  await send('DELETE', `/${almendra}`);
  await redact(`/${almendra}`, 'all');
  const { out } = await add('--dry-run');
  expect(figures(out)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 412, 5]);
});

/** Slow tests run on one engine in each form: in the short form on SQLite, in the long form on PostgreSQL. */
const testOnce = longToo.skipIf((engine === 'postgres') !== isLong);

testOnce('a store of the second edition is updated, except where people changed it', async () => {
  rockola = await startRockola();
  await makeSecondEdition();
  const [infame, pasto, miami, medina] = [
    await albumOf('Adrián Dárgelos', 'Infame'),
    await albumOf('Adrián Dárgelos', 'Pasto'),
    await albumOf('Adrián Dárgelos', 'Miami'),
    await albumOf('Alejandro Medina', 'Manal'),
  ];
  await send('PATCH', infame, { image: 'https://example.org/infame.jpg' });
  await send('DELETE', await albumOf('Babasónicos', 'Pasto'));
  const [renewed, changedByHand] = starter.filter(({ former }) => former && 'description_es' in former);
  if (!renewed || !changedByHand) throw new Error('the catalogue has no changed descriptions');
  await send('PATCH', `/${idOf(changedByHand.name)}`, { description: 'mine' });
  const seru = idOf('Serú Girán');
  await send('POST', `/${seru}/members`, { credited: 'charly garcía', from: '1977~' });
  await send('POST', `/${seru}/aliases`, { name: 'SERU', kind: 'nickname' });

  const artaud = await albumOf('Pescado Rabioso', 'Artaud');
  await send('POST', `${artaud}/credits`, { credited: 'luis alberto spinetta', role: 'co-author' });

  const [doble, manal, delirios] = [
    await albumOf('Soda Stereo', 'Doble vida'),
    await albumOf('Manal', 'Manal'),
    await albumOf('Crucis', 'Los delirios del mariscal'),
  ];
  const byHand = { about: 'album', supports: '/year', value: '1989', text: 'mine' };
  expect((await send('POST', `${doble}/sources`, byHand)).status).toBe(201);
  await send('PATCH', manal, { year: 1969 });

  const dry = await add('--dry-run');
  const { code, out } = await add();
  expect([code, figures(dry.out)]).toEqual([0, figures(out)]);
  const sourcesOf = async (album: string) => (await send('GET', `${album}/sources`)).json.data;
  expect([await sourcesOf(doble), await sourcesOf(manal), await sourcesOf(delirios)]).toMatchObject([
    [byHand],
    [],
    [{ ...byHand, value: '1977', rank: 'disputed', text: 'Otras fuentes dan este año' }],
  ]);
  const removed = await Promise.all([infame, pasto, miami, medina].map(async (album) => (await send('GET', album)).status));
  expect(removed).toEqual([200, 200, 404, 404]);
  expect(out).toMatch(/album "Infame" of artist \d+ "Adrián Dárgelos": left. It was changed/);
  expect(out).toMatch(/album "Pasto" of artist \d+ "Adrián Dárgelos": left. It was deleted under artist \d+/);
  expect(out).toContain(`description of artist ${idOf(changedByHand.name)} "${changedByHand.name}": left. It was changed.`);
  expect((await send('GET', `/${idOf(renewed.name)}`)).json.description).toBe(renewed.description_es);
  expect((await send('GET', `/${idOf(changedByHand.name)}`)).json.description).toBe('mine');
  const { data } = (await send('GET', `/${seru}/members?limit=100`)).json;
  const credited = data.map((member: { credited: string }) => member.credited);
  expect(credited.filter((name: string) => /charly/i.test(name))).toEqual(['charly garcía']);
  expect(data.find((member: { credited: string }) => member.credited === 'David Lebón')).toMatchObject({
    person: BigInt(idOf('David Lebón')),
  });
  const creditsOf = async (album: string) => (await send('GET', `${album}/credits`)).json.data;
  expect((await creditsOf(artaud)).map(({ credited }: { credited: string }) => credited)).toEqual(['luis alberto spinetta']);
  expect(await creditsOf(await albumOf('Luis Alberto Spinetta', 'La la la'))).toMatchObject([
    { artist: BigInt(idOf('Fito Páez')), credited: 'Fito Páez', role: 'co-author' },
  ]);
  const ids = async (table: string) => (await rockola.sql(`select id from ${table} order by id`)).map(({ id }) => Number(id));
  expect(await ids('artist')).toEqual(starter.map((_, i) => 1001 + i));

  const [source] = await sourcesOf(delirios);
  await send('DELETE', `${delirios}/sources/${source.id}`);
  const again = await add();
  expect(again.out).toContain(`year 1977 of an album of artist ${idOf('Crucis')} "Crucis": left. It was deleted.`);
  expect(figures(again.out)?.slice(0, 10)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, starter.length]);
  expect(figures(again.out)?.[10]).toBe(1 + (figures(out)?.[10] ?? Number.NaN));
  // On PostgreSQL the total still has the rows that the setup deleted by SQL.
  if (engine === 'sqlite') expect((await rockola.cli(['check'])).out).toContain('is whole');
});

const albumOf = async (artist: string, album: string) => {
  const { data } = (await send('GET', `/${idOf(artist)}/albums?limit=100`)).json;
  return `/${idOf(artist)}/albums/${data.find(({ name }: { name: string }) => name === album).id}`;
};

/** Turns a store of this edition into one of the second edition, with the former albums and descriptions of a few artists. */
async function makeSecondEdition(): Promise<void> {
  for (const table of factKinds) await rockola.sql(`delete from ${table}`);
  await rockola.sql('delete from album where id > 1988');
  await rockola.sql('delete from artist where id > 1309');
  await rockola.sql(
    `delete from revision where kind in (${factKinds.map((kind) => `'${kind}'`)}) or id > (case kind when 'album' then 1988 else 1309 end)`,
  );
  // Without this, the index would count as ahead of the log, which is shorter now.
  await rockola.end();
  if (engine === 'sqlite') await rockola.sql('update index_state set indexed = 0');
  await rockola.restart();
  const former = starter.flatMap(({ name, former }) => (former?.albums ?? []).map((album) => ({ artist: name, ...album })));
  for (const { artist, name, year } of former.slice(0, 12)) await send('POST', `/${idOf(artist)}/albums`, { name, year });
  await rockola.sql(`update revision set user_id = null where kind = 'album'`);
  for (const { name, former } of starter)
    if (former && 'description_es' in former) await send('PATCH', `/${idOf(name)}`, { description: former.description_es });
  expect((await rockola.cli(['index', '--rebuild'])).code).toBe(0);
}

testOnce('an empty store gets all records without a server, even if the first run was killed', async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
  await rockola.end();
  const { out } = await add('--dry-run');
  const aliasCount = starter.flatMap(({ aliases }) => aliases).length;
  expect(figures(out)).toEqual([starter.length, albumCount, aliasCount, catalogue.memberships.length, 262, 23, 25, 0, 0, 0, 0]);
  const cut = Bun.spawn(commandOf('starter', '--add'), { env: rockola.env, stdout: 'pipe', stderr: 'ignore' });
  for await (const _ of cut.stdout) break;
  cut.kill('SIGKILL');
  await cut.exited;
  await add();
  await rockola.restart();
  const { json } = await rockola.call('GET', `${artists}?sort=name&limit=1`);
  expect([json.meta.total, json.data[0].name]).toEqual([BigInt(starter.length), '2 Minutos']);
  expect(json.data[0].description).toStartWith('Grupo punk');
  expect((await rockola.sql('select count(*) as n from album')).map(({ n }) => Number(n))).toEqual([albumCount]);
  expect((await rockola.cli(['check'])).code).toBe(0);
});

test('two parallel commands add no record twice', async () => {
  rockola = await startRockola();
  await forget(1020, 1099);
  const both = await Promise.all([add(), add()]);
  expect(both.some(({ code }) => code === 0)).toBe(true);
  for (const { code, err } of both) if (code !== 0) expect(err).toContain('is being added by another command');
  await add();
  expect((await rockola.sql('select count(*) as n from artist')).map(({ n }) => Number(n))).toEqual([starter.length]);
  const { code, err } = await rockola.cli(['starter']);
  expect([code, err]).toEqual([1, expect.stringContaining('Use --add')]);
});
