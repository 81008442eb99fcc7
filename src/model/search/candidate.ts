import type { Album } from '../album.ts';
import type { Alias } from '../alias.ts';
import type { Artist } from '../artist.ts';
import type { Track } from '../track.ts';

/** A record that a query may match, with the texts in which its words are looked for. */
export type Candidate =
  | {
      kind: 'artist';
      artist: Artist;
      /** Only the aliases that may contain a word of the query. */
      aliases: Alias[];
      /** Only the albums that may contain a word of the query. */
      albums: Album[];
      /** The number of its albums, counted up to `maxCounted`. */
      albumCount: number;
    }
  | {
      kind: 'album';
      artist: Artist;
      aliases: Alias[];
      album: Album;
      /** Only the tracks that may contain a word of the query. */
      tracks: Track[];
    };

/** Beyond this number, more albums do not change the score. */
export const maxCounted = 63;

/**
 * The member that a searched text comes from. `alias`: an alias of the artist, or of the album's artist; `album`: the name of one of the
 * artist's albums; `artist`: the name of the album's artist; `year`: the year of an album; `track`: the title of one of its tracks.
 */
export const fieldMembers = ['name', 'alias', 'band', 'description', 'album', 'artist', 'year', 'track'] as const;

/** A searched text, and the weight of a word in it, from 0 to 1. */
export type Field = {
  member: (typeof fieldMembers)[number];
  text: string;
  weight: number;
  /** Whether it is an artist's name: a match of its initials counts as a match of the whole name. */
  initials?: boolean;
  /** The text is searched but not shown: a search hint is not a name. */
  hidden?: boolean;
  /** For an album's name: its artist. If only words of the artist's name or band match, they mean the artist rather than the album. */
  of?: Artist;
};

/** The most words of a description that are searched. */
export const maxDescriptionWords = 500;
/** The most UTF-16 units of a description that are searched. */
const longestDescription = 4_000;
/** The most albums of an artist that are judged with it. */
export const maxAlbums = 200;
/** The most tracks of an album that are judged with it. */
export const maxTracks = 20;
/** The most aliases of an artist that are judged with it. */
export const maxAliases = 10;
/** Low enough that a word in an alias never scores as high as in the artist's own name, whatever the other points are. */
const aliasWeight = 0.7;
/** Below the weights of all names: people who type the name of an artist or album mean that, not a track. */
const trackWeight = 0.55;

/**
 * The short texts of a candidate. Its description is read only if these do not match the whole query.
 *
 * @param byYears whether the query has only years: then an artist matches by the years of its albums
 */
export function shortFields(candidate: Candidate, byYears: boolean): Field[] {
  const { kind, artist } = candidate;
  const ofAlias = kind === 'artist' ? aliasWeight : 0.85 * aliasWeight;
  const aliases = candidate.aliases.map(({ name, kind }) => ({ ...fieldOf('alias', name, ofAlias), hidden: kind === 'search hint' }));
  if (kind === 'artist') {
    const albums = candidate.albums.slice(0, maxAlbums).flatMap((album) => {
      const name = fieldOf('album', album.name, 0.75);
      return byYears ? [name, fieldOf('year', String(album.year), 0.2)] : name;
    });
    return [{ member: 'name', text: artist.name, weight: 1, initials: true }, ...aliases, fieldOf('band', artist.band, 0.8), ...albums];
  }
  const name: Field = { member: 'name', text: candidate.album.name, weight: 1, of: artist };
  const artistName: Field = { member: 'artist', text: artist.name, weight: 0.85, initials: true };
  const tracks = candidate.tracks.map(({ title }) => fieldOf('track', title, trackWeight));
  const year = fieldOf('year', String(candidate.album.year), 0.6);
  return [name, artistName, ...aliases, fieldOf('band', artist.band, 0.6), year, ...tracks];
}

export function descriptionField({ kind, artist }: Candidate): Field | undefined {
  if (artist.description === '') return undefined;
  // Half of a surrogate pair at the end is not a valid character.
  const text = artist.description.slice(0, longestDescription).replace(/[\ud800-\udbff]$/, '');
  return fieldOf('description', text, kind === 'artist' ? 0.6 : 0.4);
}

function fieldOf(member: Field['member'], text: string, weight: number): Field {
  return { member, text, weight };
}
