import { album } from './album.ts';
import { alias } from './alias.ts';
import { artist } from './artist.ts';
import { credit } from './credit.ts';
import { albumDetails, artistDetails } from './details.ts';
import { albumIdentifier, artistIdentifier } from './identifier.ts';
import { membership } from './membership.ts';
import type { Kind, RecordType } from './record.ts';
import { albumSource, artistSource } from './source.ts';
import { track } from './track.ts';

const types = {
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
  artist_source: artistSource,
  album_source: albumSource,
} satisfies Record<Kind, unknown>;

export type FieldsOf<K extends Kind> = (typeof types)[K] extends RecordType<infer F, Kind> ? F : never;

export const knownTypes = types as unknown as Record<Kind, RecordType<never>>;

/** By name: a log of a newer program may have kinds that this program does not know. */
export const recordTypes: Record<string, RecordType<never> | undefined> = knownTypes;

/** The title of a record: its name, or the credited name of a membership. Details have none. */
export function titleOf(kind: string, record: object): string | undefined {
  const { titled, titledElse = titled } = recordTypes[kind] ?? { titled: 'name' };
  const members = record as { [member: string]: string | undefined };
  return members[titled] || members[titledElse];
}
