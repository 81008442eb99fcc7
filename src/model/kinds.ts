import { album } from './album.ts';
import { alias } from './alias.ts';
import { artist } from './artist.ts';
import { credit } from './credit.ts';
import { albumDetails, artistDetails } from './details.ts';
import { albumIdentifier, artistIdentifier } from './identifier.ts';
import { membership } from './membership.ts';
import {
  type EntryKind,
  type FactKind,
  isEntryKind,
  type Kind,
  type kindRows,
  parentOf,
  type RecordOf,
  type RecordType,
} from './record.ts';
import { sourceOf } from './source.ts';
import { track } from './track.ts';

const supported = {
  artist,
  album,
  alias,
  membership,
  artist_details: artistDetails,
  credit,
  track,
  album_details: albumDetails,
  artist_identifier: artistIdentifier,
  album_identifier: albumIdentifier,
} satisfies Record<EntryKind | SupportedFact, unknown>;

type SupportedFact = Exclude<FactKind, 'artist_source' | 'album_source'>;
/** The facts right under an entry, except its sources. */
export type FactUnder<P extends EntryKind> = {
  [K in SupportedFact]: (typeof kindRows)[K]['above'] extends readonly [...unknown[], P] ? K : never;
}[SupportedFact];

/** The kinds that the sources under an entry may be about: the entry, and the facts right under it. */
function aboutOf<P extends EntryKind>(entry: P) {
  const isAbout = (kind: Kind) => kind === entry || (!isEntryKind(kind) && parentOf(kind) === entry);
  const found = Object.entries(supported).filter(([kind]) => isAbout(kind as Kind));
  return Object.fromEntries(found) as Pick<typeof supported, P | FactUnder<P>>;
}

export const artistSource = sourceOf('artist_source', aboutOf('artist'), {
  about: 'artist',
  supports: '/name',
  value: 'Luis Alberto Spinetta',
});
export const albumSource = sourceOf('album_source', aboutOf('album'), { about: 'album', supports: '/year', value: '1989' });

const types = { ...supported, artist_source: artistSource, album_source: albumSource };

export type FieldsOf<K extends Kind> = (typeof types)[K] extends RecordType<infer F, Kind> ? F : never;

export type ArtistSource = RecordOf<FieldsOf<'artist_source'>>;
export type AlbumSource = RecordOf<FieldsOf<'album_source'>>;

export const knownTypes = types as unknown as Record<Kind, RecordType<never>>;

/** By name: a log of a newer program may have kinds that this program does not know. */
export const recordTypes: Record<string, RecordType<never> | undefined> = knownTypes;

/** The title of a record: its name, or the credited name of a membership. Details have none. */
export function titleOf(kind: string, record: object): string | undefined {
  const { titled, titledElse = titled } = recordTypes[kind] ?? { titled: 'name' };
  const members = record as { [member: string]: string | undefined };
  return members[titled] || members[titledElse];
}
