import { expect, test } from 'bun:test';
import type { ZodType } from 'zod';
import { generatedArtist } from '../../bench/catalogue/generate.ts';
import { album as albumType } from '../../src/model/album.ts';
import { alias as aliasType } from '../../src/model/alias.ts';
import { artist as artistType } from '../../src/model/artist.ts';
import { artistIdentifier } from '../../src/model/identifier.ts';
import { toJson } from '../../src/model/json.ts';
import { membership } from '../../src/model/membership.ts';

const firstArtists = (seed: number, length = 500) => Array.from({ length }, (_, place) => generatedArtist(seed, place));
const digest = (seed: number) => new Bun.CryptoHasher('sha256').update(toJson(firstArtists(seed))).digest('hex');

test('the same seed makes the same bytes, another seed makes others', () => {
  expect(digest(1)).toBe(digest(1));
  expect(digest(1)).not.toBe(digest(2));
  expect(digest(1)).toStartWith('7d4b09b5cd7108de');
});

test('an artist depends only on the seed and its place', () => {
  expect(generatedArtist(1, 321)).toEqual(firstArtists(1)[321] as ReturnType<typeof generatedArtist>);
});

test('every record would be accepted by the service', () => {
  const accepts = (type: { creation: ZodType }, record: object) => expect(type.creation.safeParse(record).error).toBeUndefined();
  for (const { artist, albums, members, aliases, identifiers } of firstArtists(1)) {
    accepts(artistType, artist);
    for (const album of albums) accepts(albumType, { ...album, year: BigInt(album.year) });
    for (const member of members) accepts(membership, member);
    for (const alias of aliases) accepts(aliasType, alias);
    for (const identifier of identifiers) accepts(artistIdentifier, identifier);
  }
});

test('names are varied, and some artists have albums and history', () => {
  const artists = firstArtists(1, 2_000);
  expect(new Set(artists.map(({ artist }) => artist.name)).size).toBeGreaterThan(1_800);
  expect(artists.filter(({ albums }) => albums.length > 0).length).toBeGreaterThan(1_000);
  expect(artists.filter(({ updates }) => updates.length > 0).length).toBeGreaterThan(300);
});
