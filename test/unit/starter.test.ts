import { expect, test } from 'bun:test';
import { album } from '../../src/model/album.ts';
import { credit } from '../../src/model/credit.ts';
import { artistIdentifier } from '../../src/model/identifier.ts';
import { albumSource } from '../../src/model/kinds.ts';
import { membership } from '../../src/model/membership.ts';
import { nameOrder } from '../../src/model/sortKey.ts';
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

test('the API would accept every record of the catalogue, no id or fact occurs twice, and a former album is at its new artist', () => {
  const all = starterCatalogue('en');
  const ids = (records: { id: bigint }[]) => expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  for (const list of ['albums', 'aliases', 'identifiers', 'members', 'credits', 'sources'] as const)
    ids(all.flatMap((artist): { id: bigint }[] => artist[list]));
  ids(all);
  const named = all.flatMap(({ identifiers }) => identifiers);
  expect(new Set(named.map(({ scheme, value }) => `${scheme}:${value}`)).size).toBe(named.length);
  expect(
    named.filter((fact) => artistIdentifier.faults(fact, 0n).length > 0 || artistIdentifier.normal(fact).value !== fact.value),
  ).toEqual([]);
  expect([named.length, all.flatMap(({ credits }) => credits).length]).toEqual([262, 23]);
  expect(all.flatMap(({ sources }) => sources).length).toBe(25);
  for (const { id, name, albums, aliases, members, credits, sources, former } of all) {
    for (const entry of albums)
      expect([name, album.creation.safeParse({ ...entry, year: BigInt(entry.year) }).error]).toEqual([name, undefined]);
    expect([name, members.flatMap((fact) => membership.faults(fact, id))]).toEqual([name, []]);
    expect([name, credits.flatMap((fact) => credit.faults(fact, id))]).toEqual([name, []]);
    expect([name, sources.flatMap((fact) => albumSource.faults(fact, fact.albumId))]).toEqual([name, []]);
    expect([name, sources.filter((fact) => albums.some(({ id, year }) => id === fact.albumId && String(year) === fact.value))]).toEqual([
      name,
      [],
    ]);
    const facts = [
      ...aliases.map(({ name, kind }) => `${name} ${kind}`),
      ...credits.map((fact) => `${fact.albumId} ${fact.credited} ${fact.role}`),
      ...sources.map((fact) => `${fact.albumId} ${fact.value}`),
      ...members.map((fact) => `${fact.person} ${fact.credited} ${fact.from}`),
    ];
    expect([name, new Set(facts).size]).toEqual([name, facts.length]);
    const isMoved = ({ artistNow, name }: (typeof former.albums)[number]) =>
      all.some(({ id, albums }) => id === artistNow && albums.some((album) => looseName(album.name) === looseName(name)));
    expect(former.albums.filter((entry) => !isMoved(entry)).map((album) => album.name)).toEqual(
      name === 'Lethal' ? ['Bienvenidos a mi reino'] : [],
    );
  }
});

const looseName = (name: string) => nameOrder(name).replace(/[^a-z0-9]/g, '');
