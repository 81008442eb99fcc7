import { z } from 'zod';
import { album } from '../album.ts';
import { artist } from '../artist.ts';
import { id, integerTextBetween } from '../int64.ts';
import { pageQuery } from '../page.ts';
import { entryKinds } from '../record.ts';
import { nameText, oneOf } from '../text.ts';
import { type Candidate, fieldMembers } from './candidate.ts';
import type { Matched } from './matched.ts';
import type { Ranked } from './relevance.ts';
import { searchText } from './searchText.ts';

const { limit, offset } = pageQuery.shape;

export const searchQuery = z.strictObject({
  q: searchText,
  kind: oneOf(entryKinds).optional().meta({ description: 'Only these' }),
  limit,
  offset,
  explain: z.literal('1', 'must be 1').optional().meta({ description: 'Adds the points of each; for editors' }),
});

/** Few suggestions fit under a field. */
const maxSuggested = 20;

export const suggestionQuery = z.strictObject({
  q: searchText,
  limit: integerTextBetween(1n, BigInt(maxSuggested)).default(8n).meta({ type: 'integer', minimum: 1, maximum: maxSuggested, default: 8 }),
  with: z.literal('albums', 'must be albums').optional().meta({ description: 'Adds albums' }),
});

export type SuggestionQuery = z.infer<typeof suggestionQuery>;

export const duplicateQuery = z.strictObject({
  name: nameText.meta({ example: 'Sodastéreo' }),
});

/** Client generators do not support tuples. */
const range = z.array(z.int()).length(2);

export const matchedShape = z
  .strictObject({
    member: z.enum(fieldMembers),
    text: z.string().meta({ example: 'Charly García' }),
    ranges: z.array(range).meta({ description: 'In UTF-16 units, the end excluded', example: [[7, 13]] }),
  })
  .meta({ id: 'Match' });

export const foundShape = z
  .strictObject({
    kind: z.enum(entryKinds),
    artist: artist.shown,
    album: album.shown.nullable(),
    matched: z.array(matchedShape),
    explain: z.strictObject({ score: z.number(), parts: z.record(z.string(), z.number()) }).optional(),
  })
  .meta({ id: 'Found' });

export const suggestionShape = z
  .strictObject({
    id,
    name: z.string().meta({ example: 'Luis Alberto Spinetta' }),
    band: z.string().meta({ example: 'Almendra' }),
    album: album.shown.nullable(),
    matched: z.array(matchedShape),
  })
  .meta({ id: 'Suggestion' });

export function shortListOf(name: string, record: z.ZodType) {
  return z.strictObject({ data: z.array(record) }).meta({ id: name });
}

export function showSuggestion({ candidate, matched }: Ranked & { matched: Matched[] }) {
  const { id, name, band } = candidate.artist;
  return { id, name, band, album: albumOf(candidate), matched };
}

export function showFound({ candidate, judgement, matched }: Ranked & { matched: Matched[] }, explain: boolean) {
  const { kind, artist } = candidate;
  return { kind, artist, album: albumOf(candidate), matched, ...(explain && { explain: judgement }) };
}

const albumOf = (candidate: Candidate) => (candidate.kind === 'album' ? candidate.album : null);
