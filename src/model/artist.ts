import type { z } from 'zod';
import { address, name, text } from './members.ts';
import { defineRecord } from './record.ts';
import { bandOrder, nameOrder } from './sortKey.ts';

export const artist = defineRecord({
  kind: 'artist',
  members: {
    name: name({ example: 'Luis Alberto Spinetta' }),
    description: text(20_000, {
      description: 'Free text about the artist, Markdown',
      example: 'Cantante, guitarrista y poeta.',
      searched: 'text',
    }),
    image: address({ description: 'URL of a photo of the artist, or ""', example: 'https://example.org/spinetta.jpg' }),
    band: text(200, { description: 'Name of the band associated with the artist, or ""', example: 'Almendra', searched: 'title' }),
  },
  patch: { band: 'Invisible' },
  orders: { sort_name: { of: 'name', make: nameOrder }, sort_band: { of: 'band', make: bandOrder } },
});

export type Artist = z.infer<typeof artist.shown>;
export type NewArtist = z.infer<typeof artist.creation>;
