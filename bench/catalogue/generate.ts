import type { NewAlbum } from '../../src/model/album.ts';
import type { NewArtist } from '../../src/model/artist.ts';
import type { FieldsOf } from '../../src/model/kinds.ts';
import { memberRoles } from '../../src/model/membership.ts';
import catalogue from '../../starter/catalogue.json' with { type: 'json' };
import { pick, type Random, randomOf } from './random.ts';

const starter = catalogue.artists;
/** An artist to add, with its albums and facts. `updates`: later changes, so that the store has history. */
export type GeneratedArtist = {
  artist: NewArtist;
  albums: NewAlbum[];
  members: FieldsOf<'membership'>[];
  aliases: FieldsOf<'alias'>[];
  identifiers: FieldsOf<'artist_identifier'>[];
  updates: Partial<FieldsOf<'artist'>>[];
};

/** The seed of the measured stores. */
export const seed = 1;

const artistNames = starter.map(({ name }) => name);
const descriptions = starter.map(({ description_es }) => description_es);
const albumNames = starter.flatMap(({ albums }) => albums.map(({ name }) => name));
const firstYear = 1965;
const years = 60;
/** The members of a band are among this many artists before it. So the bands are spread evenly over the artists. */
const maxDistance = 1_000;

/**
 * The artist at a place of an endless catalogue, made from words of the starter catalogue. The same seed and place
 * always give the same artist.
 */
export function generatedArtist(seed: number, place: number): GeneratedArtist {
  const random = randomOf(seed, place);
  const name = spliced(random, artistNames, pick(random, [artistNames, albumNames]));
  const artist = { id: undefined, name, description: spliced(random, descriptions), image: imageOf(random), band: bandOf(random, name) };
  const albums = Array.from({ length: random(4) }, () => generatedAlbum(random));
  const updates = random(4) === 0 ? [{ description: spliced(random, descriptions) }] : [];
  return { artist, albums, members: membersOf(random, place), aliases: aliasesOf(random), identifiers: identifiersOf(place), updates };
}

function generatedAlbum(random: Random): NewAlbum {
  return { id: undefined, name: spliced(random, albumNames), year: firstYear + random(years), image: imageOf(random) };
}

/** The artist at place n has the id n + 1. The first one has no members, because no artist comes before it. */
function membersOf(random: Random, place: number): FieldsOf<'membership'>[] {
  if (place === 0) return [];
  return [0, 1, 2].map((n) => ({
    person: BigInt(place - random(Math.min(place, maxDistance))),
    credited: pick(random, artistNames),
    roles: [pick(random, memberRoles)],
    from: String(firstYear + 20 * n + random(10)),
    to: String(firstYear + 20 * n + 10 + random(10)),
    ended: true,
    note: '',
  }));
}

function aliasesOf(random: Random): FieldsOf<'alias'>[] {
  const alias = (kind: FieldsOf<'alias'>['kind']) => ({ name: spliced(random, artistNames, albumNames), kind, language: 'es' });
  return [alias('nickname'), alias('former name')];
}

function identifiersOf(place: number): FieldsOf<'artist_identifier'>[] {
  const number = place + 1;
  return [
    { scheme: 'discogs', value: String(number) },
    { scheme: 'wikidata', value: `Q${number}` },
  ];
}

/** Joins the first words of one text and the last words of another: a new text of the usual length and language. */
function spliced(random: Random, heads: readonly string[], tails = heads): string {
  const head = pick(random, heads).split(' ');
  const tail = pick(random, tails).split(' ');
  return [...head.slice(0, Math.ceil(head.length / 2)), ...tail.slice(Math.floor(tail.length / 2))].join(' ');
}

function imageOf(random: Random): string {
  return random(3) === 0 ? `https://example.org/images/${random(1_000_000)}.jpg` : '';
}

/** Half of the artists are bands. A quarter play in another band, and a quarter in none. */
function bandOf(random: Random, name: string): string {
  return pick(random, [name, name, pick(random, artistNames), '']);
}
