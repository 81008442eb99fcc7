import type { z } from 'zod';
import { choice, name, reference } from './members.ts';
import { defineRecord, maxFacts } from './record.ts';

export const creditRoles = ['co-author', 'author', 'with', 'featuring', 'guest', 'producer'] as const;
export type CreditRole = (typeof creditRoles)[number];

/** A contribution to an album by someone other than its artist. */
export const credit = defineRecord({
  kind: 'credit',
  titled: 'credited',
  max: maxFacts,
  unique: ['artist', 'credited', 'role'],
  faults: ({ artist }, artistId) => (artist === artistId ? [['artist', ['itself']]] : []),
  members: {
    artist: reference('artist', { description: 'The artist who has a part in it, or null where the catalogue has none', example: 1002 }),
    credited: name({ example: 'Luis Alberto Spinetta' }),
    role: choice(creditRoles, { description: 'Their part in the album', example: 'author' }),
  },
  patch: { role: 'guest' },
});

export type Credit = z.infer<typeof credit.shown>;
