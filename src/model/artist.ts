import { z } from '@hono/zod-openapi';
import { id, integerBetween, maxInt64 } from './int64.ts';
import { boundedText, imageUrl, nameText } from './text.ts';

/** An artist as every answer shows it: these five members in this order and no other. */
export const artist = z
  .strictObject({
    id,
    name: z.string().openapi({ example: 'Luis Alberto Spinetta' }),
    description: z.string().openapi({ description: 'Free text about the artist, Markdown', example: 'Cantante, guitarrista y poeta.' }),
    image: z.string().openapi({ description: 'URL of a photo of the artist, or ""', example: 'https://example.org/spinetta.jpg' }),
    band: z.string().openapi({ description: 'Name of the band associated with the artist, or ""', example: 'Almendra' }),
  })
  .openapi('Artist');

export type Artist = z.infer<typeof artist>;

/** The members of an artist that people write; the id is given once and stays. */
export type ArtistFields = Omit<Artist, 'id'>;

export const artistFieldNames = ['name', 'description', 'image', 'band'] as const satisfies (keyof ArtistFields)[];

const description = boundedText(0, 20_000).nullable().transform(nullToEmpty);
const image = imageUrl.nullable().transform(nullToEmpty);
const band = boundedText(0, 200).nullable().transform(nullToEmpty);

/** null and 0 mean the same as no id: "assign one". */
export const wishedId = integerBetween(0n, maxInt64)
  .nullish()
  .transform((value) => value || undefined);

export const newArtist = z
  .strictObject({
    id: wishedId.openapi({
      type: ['integer', 'null'],
      format: 'int64',
      minimum: 0,
      description: 'A wish: honoured while it is free, else another id is assigned. Absent, null or 0: assign one.',
    }),
    name: nameText.openapi({ example: 'Luis Alberto Spinetta' }),
    description: description.default('').openapi({ example: 'Cantante, guitarrista y poeta.' }),
    image: image.default('').openapi({ example: 'https://example.org/spinetta.jpg' }),
    band: band.default('').openapi({ example: 'Almendra' }),
  })
  .openapi('NewArtist');

export type NewArtist = z.infer<typeof newArtist>;

const statedId = wishedId.openapi({
  type: ['integer', 'null'],
  format: 'int64',
  minimum: 0,
  description: 'Absent, null, 0, or the id in the path',
});

/** All four texts belong to a PUT; which of them may be left out depends on the stored artist, so `replaceArtist` judges that. */
export const artistReplacement = z
  .strictObject({
    id: statedId,
    name: nameText,
    description: description.optional(),
    image: image.optional(),
    band: band.optional(),
  })
  .openapi('ArtistReplacement', {
    required: [...artistFieldNames],
    description: 'The full artist. A member may be left out only where the stored value is "" already.',
    example: { id: 1001, name: 'Luis Alberto Spinetta', description: 'Cantante, guitarrista y poeta.', image: '', band: 'Almendra' },
  });

export const artistPatch = z
  .strictObject({
    id: statedId,
    name: nameText.optional(),
    description: description.optional(),
    image: image.optional(),
    band: band.optional(),
  })
  .openapi('ArtistPatch', {
    description: 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are, null empties a text.',
    example: { band: 'Invisible' },
  });

function nullToEmpty(value: string | null): string {
  return value ?? '';
}
