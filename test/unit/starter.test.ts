import { expect, test } from 'bun:test';
import { album } from '../../src/model/album.ts';
import { credit } from '../../src/model/credit.ts';
import { artistIdentifier } from '../../src/model/identifier.ts';
import { membership } from '../../src/model/membership.ts';
import { nameOrder } from '../../src/model/sortKey.ts';
import { albumSource } from '../../src/model/source.ts';
import { starterCatalogue } from '../../src/starter.ts';
import catalogue from '../../starter/catalogue.json' with { type: 'json' };

const starter = catalogue.artists;
const text = (path: string) => Bun.file(new URL(`../../${path}`, import.meta.url)).text();
const albums = starter.flatMap((artist) => artist.albums);

test('the README files state the size of the starter catalogue', async () => {
  const plain = async (path: string) => (await text(path)).replaceAll('\n', ' ');
  expect(await plain('starter/README.md')).toContain(`${starter.length} artists of Argentine rock with ${albums.length} album entries`);
  expect(await plain('starter/README.md')).toContain(`1001 to ${1000 + starter.length} in the order of the file`);
  expect(await plain('starter/README.md')).toContain(`of which ${albums.filter(({ seen }) => seen).length} seen`);
  expect(await plain('starter/README.md')).toContain(`| verified artists | ${starter.filter(({ verified }) => verified).length} |`);
  expect(await plain('README.md')).toContain(`${starter.length} real artists and ${albums.length} albums`);
});

test('names are unique, the albums of an artist are unique, and every artist has a source', () => {
  expect(new Set(starter.map(({ name }) => name)).size).toBe(starter.length);
  for (const { name, albums, sources } of starter) {
    expect([name, new Set(albums.map((album) => album.name)).size]).toEqual([name, albums.length]);
    expect([name, sources.length > 0]).toEqual([name, true]);
  }
});

test('the API would accept every record of the catalogue, and no id or fact occurs twice', () => {
  const all = starterCatalogue('en');
  const ids = (records: { id: bigint }[]) => expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  for (const list of ['albums', 'aliases', 'identifiers', 'members', 'credits', 'sources'] as const)
    ids(all.flatMap((one): { id: bigint }[] => one[list]));
  ids(all);
  const named = all.flatMap(({ identifiers }) => identifiers);
  expect(new Set(named.map(({ scheme, value }) => `${scheme}:${value}`)).size).toBe(named.length);
  expect(named.filter((one) => artistIdentifier.faults(one, 0n).length > 0 || artistIdentifier.normal(one).value !== one.value)).toEqual(
    [],
  );
  expect([named.length, all.flatMap(({ credits }) => credits).length]).toEqual([262, 23]);
  expect(all.flatMap(({ sources }) => sources).length).toBe(25);
  for (const { id, name, albums, aliases, members, credits, sources, former } of all) {
    for (const one of albums) expect([name, album.creation.safeParse({ ...one, year: BigInt(one.year) }).error]).toEqual([name, undefined]);
    expect([name, members.flatMap((one) => membership.faults(one, id))]).toEqual([name, []]);
    expect([name, credits.flatMap((one) => credit.faults(one, id))]).toEqual([name, []]);
    expect([name, sources.flatMap((one) => albumSource.faults(one, one.albumId))]).toEqual([name, []]);
    expect([name, sources.filter((one) => albums.some(({ id, year }) => id === one.albumId && String(year) === one.value))]).toEqual([
      name,
      [],
    ]);
    const facts = [
      ...aliases.map(({ name, kind }) => `${name} ${kind}`),
      ...credits.map((one) => `${one.albumId} ${one.credited} ${one.role}`),
      ...sources.map((one) => `${one.albumId} ${one.value}`),
      ...members.map((one) => `${one.person} ${one.credited} ${one.from}`),
    ];
    expect([name, new Set(facts).size]).toEqual([name, facts.length]);
    const has = ({ now, name }: (typeof former.albums)[number]) =>
      all.some((one) => one.id === now && one.albums.some((album) => likeness(album.name) === likeness(name)));
    expect(former.albums.filter((one) => !has(one)).map((album) => album.name)).toEqual(
      name === 'Lethal' ? ['Bienvenidos a mi reino'] : [],
    );
  }
});

const likeness = (name: string) => nameOrder(name).replace(/[^a-z0-9]/g, '');
