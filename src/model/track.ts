import type { z } from 'zod';
import { name, number, patterned, text } from './members.ts';
import { defineRecord, maxFacts } from './record.ts';

export const track = defineRecord({
  kind: 'track',
  titled: 'title',
  max: maxFacts,
  unique: ['position', 'title'],
  members: {
    position: number(1, 999, { description: 'Its place on the album, counted through all discs and sides', example: 1 }),
    // Searched as text, so that a misspelt name matches a similar name before a word of a track.
    title: name({ example: 'Todas las hojas son del viento', searched: 'text' }),
    length: patterned(/^(?:\d{1,3}:[0-5]\d)?$/, 'length', { description: 'Minutes and seconds, or ""', example: '2:12' }),
    isrc: patterned(/^(?:[A-Z]{2}[A-Z\d]{3}\d{7})?$/, 'isrc', { description: 'Its ISRC without hyphens (ISO 3901), or ""', example: '' }),
    featuring: text(200, { description: 'Who plays on it, where that differs from the album, or ""', example: '' }),
  },
  patch: { length: '2:13' },
});

export type Track = z.infer<typeof track.shown>;
