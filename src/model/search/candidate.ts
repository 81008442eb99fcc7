import type { Album } from '../album.ts';
import type { Artist } from '../artist.ts';
import { type Word, wordsOf } from './words.ts';

/** A record that may be meant, with what the words of a query may be spread over. */
export type Candidate = { kind: 'artist'; artist: Artist; albums: Album[] } | { kind: 'album'; artist: Artist; album: Album };

/** A text that is searched: which, and how much a word in it counts, from 0 to 1. */
export type Field = {
  /** `album`: the name of one of an artist's albums; `artist`: the name of an album's artist. */
  member: 'name' | 'band' | 'description' | 'album' | 'artist';
  text: string;
  weight: number;
  words: Word[];
};

/** Words of a description that are searched; the rest of a longer one is not. */
export const mostDescriptionWords = 500;
/** Albums of an artist that are judged with it. */
export const mostAlbums = 200;

/** The short texts of a candidate; its description is read only where they do not have all that was asked for. */
export function shortFields(candidate: Candidate): Field[] {
  const { kind, artist } = candidate;
  if (kind === 'artist') {
    const albums = candidate.albums.slice(0, mostAlbums).map(({ name }) => fieldOf('album', name, 0.75));
    return [fieldOf('name', artist.name, 1), fieldOf('band', artist.band, 0.8), ...albums];
  }
  return [fieldOf('name', candidate.album.name, 1), fieldOf('artist', artist.name, 0.85), fieldOf('band', artist.band, 0.6)];
}

export function descriptionField({ kind, artist }: Candidate): Field | undefined {
  if (artist.description === '') return undefined;
  return fieldOf('description', artist.description, kind === 'artist' ? 0.6 : 0.4, mostDescriptionWords);
}

function fieldOf(member: Field['member'], text: string, weight: number, most?: number): Field {
  return { member, text, weight, words: wordsOf(text, most) };
}
