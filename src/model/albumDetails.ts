import type { z } from 'zod';
import { choiceOrNull, date, text } from './members.ts';
import { defineRecord } from './record.ts';

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
