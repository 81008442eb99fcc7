import type { z } from 'zod';
import { address, name, year } from './members.ts';
import { defineRecord } from './record.ts';
import { nameOrder } from './sortKey.ts';

export const album = defineRecord({
  kind: 'album',
  members: {
    name: name({ example: 'Artaud' }),
    year: year({ description: 'Year of release', example: 1973 }),
    image: address({ description: 'URL of the cover, or ""', example: '' }),
  },
  patch: { year: 1973 },
  orders: { sort_name: { of: 'name', make: nameOrder } },
});

export type Album = z.infer<typeof album.shown>;
export type NewAlbum = z.infer<typeof album.creation>;
