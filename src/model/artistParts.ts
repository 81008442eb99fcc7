import { z } from 'zod';
import { album } from './album.ts';
import { listedAlbum } from './albumQuery.ts';
import { alias } from './alias.ts';
import { artist } from './artist.ts';
import { artistDetails } from './details.ts';
import { atQuery } from './history.ts';
import { artistIdentifier } from './identifier.ts';
import { membership, membershipOf } from './membership.ts';
import { artistSource } from './source.ts';
import { textAs } from './text.ts';

export const artistParts = ['details', 'members', 'bands', 'aliases', 'identifiers', 'albums', 'credits', 'sources'] as const;
export type ArtistPart = (typeof artistParts)[number];

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

function firstOf<T extends z.ZodType>(record: T, description: string) {
  const more = z.boolean().meta({ description: 'Whether there are more than these', example: false });
  return z
    .strictObject({ data: z.array(record), more })
    .meta({ description })
    .optional();
}

const withParts = z
  .strictObject({
    artist: artist.shown,
    details: artistDetails.shown.nullable().optional(),
    members: firstOf(membership.shown, 'The first 100 of its members'),
    bands: firstOf(membershipOf, 'The first 100 of its memberships of groups'),
    aliases: firstOf(alias.shown, 'The first 100 of its other names'),
    identifiers: firstOf(artistIdentifier.shown, 'The first 100 of its identifiers'),
    albums: firstOf(album.shown, 'The first 100 of its albums'),
    credits: firstOf(listedAlbum, 'The first 100 of the albums of others that credit it'),
    sources: firstOf(artistSource.shown, 'The first 100 of its sources'),
  })
  .meta({ id: 'ArtistWithParts', description: 'An artist and the parts that `include` names' });

export const artistAnswer = z.union([artist.shown, withParts]).meta({ id: 'ArtistAnswer', description: 'With `include` the second' });
