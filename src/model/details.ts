import type { z } from 'zod';
import { isReversed } from './edtf.ts';
import { choiceOrNull, choices, date, text, yesOrNo } from './members.ts';
import { defineRecord } from './record.ts';

export const artistTypes = ['person', 'group'] as const;
export type ArtistType = (typeof artistTypes)[number];

export const genres = [
  'rock',
  'pop-rock',
  'pop',
  'singer-songwriter',
  'folk-rock',
  'folklore',
  'blues',
  'hard-rock',
  'heavy-metal',
  'thrash-metal',
  'stoner',
  'progressive-rock',
  'jazz-rock',
  'psychedelia',
  'beat',
  'rock-and-roll',
  'neighbourhood-rock',
  'punk',
  'hardcore',
  'post-punk',
  'new-wave',
  'electropop',
  'alternative-rock',
  'indie',
  'ska',
  'reggae',
  'latin-fusion',
  'funk-soul',
  'hip-hop',
  'tango',
] as const;
export type Genre = (typeof genres)[number];

/** Type, dates, place and genres of an artist. An artist has at most one such record, under its own id. */
export const artistDetails = defineRecord({
  kind: 'artist_details',
  faults: ({ from, to }) => (isReversed(from, to) ? [['from', ['reversed']]] : []),
  members: {
    type: choiceOrNull(artistTypes, { description: 'Whether it is a person or a group; null where it is not known', example: 'group' }),
    from: date({
      description: 'When a group was founded or a person began as a musician, as EDTF: 1976, 1976-05, 1976~; null where it is not known',
      example: '1978',
    }),
    to: date({ description: 'When a group ended or a person died, likewise', example: '1982' }),
    ended: yesOrNo({ description: 'Whether it ended; null where it is not known', example: true }),
    place: text(200, { description: 'The city where it was founded or born, or ""', example: 'Buenos Aires' }),
    genres: choices(genres, { description: 'Up to five', example: ['rock', 'progressive-rock'], max: 5 }),
  },
  patch: { to: '1982~' },
});

export type ArtistDetails = z.infer<typeof artistDetails.shown>;

export const albumKinds = ['album', 'ep', 'live', 'compilation', 'single', 'soundtrack'] as const;
export type AlbumKind = (typeof albumKinds)[number];

/** Kind, release and label of an album. An album has at most one such record, under its own id. */
export const albumDetails = defineRecord({
  kind: 'album_details',
  members: {
    kind: choiceOrNull(albumKinds, { description: 'What sort of record it is; null where it is not known', example: 'album' }),
    released: date({
      description: 'When it was released, as EDTF: 1978, 1978-11, 1978-11-30; null where it is not known',
      example: '1978-11',
    }),
    label: text(200, { description: 'The record company, or ""', example: 'Music Hall' }),
  },
  patch: { released: '1978' },
});

export type AlbumDetails = z.infer<typeof albumDetails.shown>;
