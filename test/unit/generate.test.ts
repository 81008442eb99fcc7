import { expect, test } from 'bun:test';
import { generatedArtist } from '../../bench/catalogue/generate.ts';
import { album as albumType } from '../../src/model/album.ts';
import { artist as artistType } from '../../src/model/artist.ts';

const stretch = (seed: number, length = 500) => Array.from({ length }, (_, place) => generatedArtist(seed, place));
const digest = (seed: number) => new Bun.CryptoHasher('sha256').update(JSON.stringify(stretch(seed))).digest('hex');

test('the same seed makes the same bytes, another seed makes others', () => {
  expect(digest(1)).toBe(digest(1));
  expect(digest(1)).not.toBe(digest(2));
  expect(digest(1)).toStartWith('be00b165f7e08142');
});

test('an artist is the same wherever the making begins', () => {
  expect(generatedArtist(1, 321)).toEqual(stretch(1)[321] as ReturnType<typeof generatedArtist>);
});

test('every record would be accepted by the service', () => {
  for (const { artist, albums } of stretch(1)) {
    expect(artistType.creation.safeParse(artist).error).toBeUndefined();
    for (const album of albums) expect(albumType.creation.safeParse({ ...album, year: BigInt(album.year) }).error).toBeUndefined();
  }
});

test('names are varied, and some artists have albums and history', () => {
  const artists = stretch(1, 2_000);
  expect(new Set(artists.map(({ artist }) => artist.name)).size).toBeGreaterThan(1_800);
  expect(artists.filter(({ albums }) => albums.length > 0).length).toBeGreaterThan(1_000);
  expect(artists.filter(({ updates }) => updates.length > 0).length).toBeGreaterThan(300);
});
