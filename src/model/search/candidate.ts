import type { Album } from '../album.ts';
import type { Alias } from '../alias.ts';
import type { Artist } from '../artist.ts';
import type { Track } from '../track.ts';
import { initialsOf } from './initials.ts';
import { type Word, wordsOf } from './words.ts';

/** A record that may be meant, with what the words of a query may be spread over. */
export type Candidate =
  | {
      kind: 'artist';
      artist: Artist;
      /** Those that may have a word of the query. */
      aliases: Alias[];
      /** Likewise. */
      albums: Album[];
      /** How many there are, up to `maxCounted`. */
      albumCount: number;
    }
  | { kind: 'album'; artist: Artist; aliases: Alias[]; album: Album /** Likewise. */; tracks: Track[] };

/** Where more albums make no difference. */
export const maxCounted = 63;

/** `alias`: one of an artist's, or of an album's artist; `album`: the name of one of an artist's albums; `artist`: the name of an album's artist; `year`: that of an album; `track`: the title of one of its tracks. */
export const fieldMembers = ['name', 'alias', 'band', 'description', 'album', 'artist', 'year', 'track'] as const;

/** A text that is searched: which, and how much a word in it counts, from 0 to 1. */
export type Field = {
  member: (typeof fieldMembers)[number];
  text: string;
  weight: number;
  words: Word[];
  /** Of an artist's name: its initials, each standing for all of it. */
  initials?: Word[];
  /** It finds, but is not shown: a search hint is no name. */
  hidden?: boolean;
  /** Of an album's name: words that its artist's name or band has too. Alone they mean the artist sooner than the album. */
  shared?: { words: Set<string>; weight: number };
};

/** What an album's name weighs by such words: as it has all its artist's name, and else. */
const namedWeight = 0.95;
const sharedWeight = 0.8;

/** How much a field counts of which these words were found. */
export function weightOfField({ weight, shared }: Field, words: string[]): number {
  return shared && words.every((word) => shared.words.has(word)) ? shared.weight : weight;
}

/** The part of a description that is searched: in words, and in UTF-16 units. */
export const maxDescriptionWords = 500;
const longestDescription = 4_000;
/** Albums of an artist that are judged with it, and aliases; tracks of an album. */
export const maxAlbums = 200;
export const maxTracks = 20;
export const maxAliases = 10;
/** With all else there is, a word in an alias gives fewer points than in the artist's own name. */
const aliasWeight = 0.7;
/** Below all else that is a name: whoever types the name of an artist or album means that. */
const trackWeight = 0.55;

/**
 * The short texts of a candidate; its description is read only where they do not have all that was asked for.
 *
 * @param byYears whether nothing but years is asked for: then an artist is found by those of its albums
 */
export function shortFields(candidate: Candidate, byYears: boolean): Field[] {
  const { kind, artist } = candidate;
  const aliases = candidate.aliases.map((alias) => aliasField(alias, kind === 'artist' ? aliasWeight : 0.85 * aliasWeight));
  if (kind === 'artist') {
    const albums = candidate.albums.slice(0, maxAlbums).flatMap((album) => {
      const name = fieldOf('album', album.name, 0.75);
      return byYears ? [name, fieldOf('year', String(album.year), 0.2)] : name;
    });
    return [withInitials(fieldOf('name', artist.name, 1)), ...aliases, fieldOf('band', artist.band, 0.8), ...albums];
  }
  const [of, band] = [withInitials(fieldOf('artist', artist.name, 0.85)), fieldOf('band', artist.band, 0.6)];
  const name = fieldOf('name', candidate.album.name, 1);
  const tracks = candidate.tracks.map(({ title }) => fieldOf('track', title, trackWeight));
  const year = fieldOf('year', String(candidate.album.year), 0.6);
  return [{ ...name, shared: sharedBy(name, of, band) }, of, ...aliases, band, year, ...tracks];
}

function aliasField({ name, kind }: Alias, weight: number): Field {
  return { ...fieldOf('alias', name, weight), hidden: kind === 'search hint' };
}

function withInitials(field: Field): Field {
  return { ...field, initials: initialsOf(field.words).map((text) => ({ text, start: 0, end: field.text.length })) };
}

function sharedBy(name: Field, of: Field, band: Field): Field['shared'] {
  const own = new Set(name.words.map(({ text }) => text));
  const hasName = of.words.every(({ text }) => own.has(text)) && own.size === of.words.length;
  const words = new Set([...of.words, ...band.words].map(({ text }) => text));
  return { words, weight: hasName ? namedWeight : sharedWeight };
}

export function descriptionField({ kind, artist }: Candidate): Field | undefined {
  if (artist.description === '') return undefined;
  // Half of a surrogate pair at the end is no character.
  const text = artist.description.slice(0, longestDescription).replace(/[\ud800-\udbff]$/, '');
  return fieldOf('description', text, kind === 'artist' ? 0.6 : 0.4, maxDescriptionWords);
}

function fieldOf(member: Field['member'], text: string, weight: number, most?: number): Field {
  return { member, text, weight, words: wordsOf(text, most) };
}
