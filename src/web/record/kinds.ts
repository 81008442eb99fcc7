import { album } from '../../model/album.ts';
import { alias } from '../../model/alias.ts';
import { artist } from '../../model/artist.ts';
import { credit } from '../../model/credit.ts';
import { albumDetails, artistDetails } from '../../model/details.ts';
import { albumIdentifier, artistIdentifier } from '../../model/identifier.ts';
import { albumSource, artistSource, type FieldsOf } from '../../model/kinds.ts';
import { membership } from '../../model/membership.ts';
import type { Fields, Kind, RecordType } from '../../model/record.ts';
import { track } from '../../model/track.ts';
import { type Operations, recordOperations } from '../../operations/recordOperations.ts';
import type { Control, Controls } from './control.ts';

/** The members of a record of any kind, by name. */
export type Values = { [member: string]: unknown };

/** The description from which all forms of a kind are made. `controls`: in the order of the form. */
export type RecordForms = {
  type: RecordType<Values, Kind>;
  operations: Operations<Values, object, object>;
  controls: { [member: string]: Control };
};

const sourceControls: Controls<FieldsOf<'artist_source'>> & Controls<FieldsOf<'album_source'>> = {
  about: 'choice',
  record: 'id',
  supports: 'choice',
  value: 'line',
  rank: 'choice',
  url: 'address',
  text: 'line',
  accessed: 'date',
  quote: 'line',
};

export const recordForms: Record<Kind, RecordForms> = {
  artist: formsOf(artist, { name: 'line', band: 'line', description: 'text', image: 'address' }),
  album: formsOf(album, { name: 'line', year: 'year', image: 'address' }),
  artist_details: formsOf(artistDetails, {
    type: 'choice',
    from: 'date',
    to: 'date',
    ended: 'yesOrNo',
    place: 'line',
    genres: 'choices',
  }),
  album_details: formsOf(albumDetails, { kind: 'choice', released: 'date', label: 'line' }),
  credit: formsOf(credit, { credited: 'line', artist: 'reference', role: 'choice' }),
  track: formsOf(track, { position: 'year', title: 'line', length: 'line', isrc: 'line', featuring: 'line' }),
  artist_identifier: formsOf(artistIdentifier, { scheme: 'choice', value: 'line' }),
  album_identifier: formsOf(albumIdentifier, { scheme: 'choice', value: 'line' }),
  artist_source: formsOf(artistSource, sourceControls),
  album_source: formsOf(albumSource, sourceControls),
  alias: formsOf(alias, { name: 'line', kind: 'choice', language: 'line' }),
  membership: formsOf(membership, {
    credited: 'line',
    person: 'reference',
    from: 'date',
    to: 'date',
    ended: 'yesOrNo',
    roles: 'choices',
    note: 'line',
  }),
};

function formsOf<F extends Fields, K extends Kind>(type: RecordType<F, K>, controls: Controls<F>): RecordForms {
  return { type, operations: recordOperations[type.kind], controls } as never;
}
