import { z } from 'zod';
import { listedAlbum } from './albumQuery.ts';
import { artist } from './artist.ts';
import { atQuery } from './history.ts';
import { knownTypes } from './kinds.ts';
import { membershipOf } from './membership.ts';
import { isSingle, type Kind, kindRows, kinds, parentOf } from './record.ts';
import { textAs } from './text.ts';

type Rows = typeof kindRows;
type OwnPart = { [K in Kind]: Rows[K]['above'] extends readonly ['artist'] ? Rows[K]['segment'] : never }[Kind];
export type ArtistPart = OwnPart | 'bands' | 'credits';

/** The kinds of the parts that belong to the artist. The name of a part is the last segment of its list's path. */
export const ownParts: { readonly [P in ArtistPart]?: Kind } = Object.fromEntries(
  kinds.filter((kind) => parentOf(kind) === 'artist').map((kind) => [kindRows[kind].segment, kind]),
);

/** The last two have records of other artists. */
export const artistParts = [...Object.keys(ownParts), 'bands', 'credits'] as ArtistPart[];

/** The most records of each part in one answer; the part's own list has the rest. */
export const maxIncluded = 100n;

function readParts(text: string): ArtistPart[] | undefined {
  const words = text.split(',', artistParts.length + 1);
  const found = artistParts.filter((part) => words.includes(part));
  return found.length === words.length ? found : undefined;
}

const include = textAs(readParts, `must be some of ${artistParts.join(', ')}, each once, with commas between them`).meta({
  type: 'string',
  description: `Answers the artist with these parts: some of ${artistParts.join(', ')}, with commas between them`,
  example: 'details,members',
});

export const artistReadQuery = atQuery.extend({ include: include.optional() }).superRefine(({ at, include }, context) => {
  if (at !== undefined && include !== undefined)
    context.addIssue({ code: 'custom', path: ['include'], message: 'does not go with "at"; read each part as it stood' });
});

function firstOf(record: z.ZodType, description: string) {
  const more = z.boolean().meta({ description: 'Whether there are more than these', example: false });
  return z
    .strictObject({ data: z.array(record), more })
    .meta({ description })
    .optional();
}

const shownParts = Object.entries(ownParts).map(([part, kind]): [string, z.ZodType] => {
  const { shown } = knownTypes[kind];
  return [part, isSingle(kind) ? shown.nullable().optional() : firstOf(shown, `The first 100 of its ${part}`)];
});

const withParts = z
  .strictObject({
    artist: artist.shown,
    ...Object.fromEntries(shownParts),
    bands: firstOf(membershipOf, 'The first 100 of its memberships of groups'),
    credits: firstOf(listedAlbum, 'The first 100 of the albums of others that credit it'),
  })
  .meta({ id: 'ArtistWithParts', description: 'An artist and the parts that `include` names' });

export const artistAnswer = z.union([artist.shown, withParts]).meta({ id: 'ArtistAnswer', description: 'With `include`, ArtistWithParts' });
