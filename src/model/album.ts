import { z } from '@hono/zod-openapi';
import { wishedId } from './artist.ts';
import { id, integerBetween } from './int64.ts';
import { imageUrl, nameText } from './text.ts';

/** An album as every answer shows it: these four members in this order and no other. */
export const album = z
  .strictObject({
    id,
    name: z.string().openapi({ example: 'Artaud' }),
    year: z.int().openapi({ description: 'Year of release', example: 1973 }),
    image: z.string().openapi({ description: 'URL of the cover, or ""', example: '' }),
  })
  .openapi('Album');

export type Album = z.infer<typeof album>;
export type AlbumFields = Omit<Album, 'id'>;

export const albumFieldNames = ['name', 'year', 'image'] as const satisfies (keyof AlbumFields)[];

const firstYear = 1900;

/** A year from 1900 to the next one (an announced record), exact as the body wrote it. */
const year = integerBetween(0n, 9999n)
  .transform(Number)
  .superRefine((value, context) => {
    const lastYear = new Date().getUTCFullYear() + 1;
    if (value < firstYear || value > lastYear) context.addIssue(`must be between ${firstYear} and ${lastYear}`);
  })
  .openapi({ type: 'integer', minimum: firstYear, description: 'Year of release, 1900 to next year', example: 1973 });

const image = imageUrl.nullable().transform((value) => value ?? '');

const stated = { type: ['integer' as const, 'null' as const], format: 'int64', minimum: 0 };

export const newAlbum = z
  .strictObject({
    id: wishedId.openapi({ ...stated, description: 'A wish, as for artists; album ids are global.' }),
    name: nameText.openapi({ example: 'Artaud' }),
    year,
    image: image.default('').openapi({ example: '' }),
  })
  .openapi('NewAlbum');

export type NewAlbum = z.infer<typeof newAlbum>;

const statedId = wishedId.openapi({ ...stated, description: 'Absent, null, 0, or the id in the path' });

export const albumReplacement = z
  .strictObject({ id: statedId, name: nameText, year, image: image.optional() })
  .openapi('AlbumReplacement', {
    required: [...albumFieldNames],
    description: 'The full album. `image` may be left out only where the stored value is "" already.',
    example: { id: 1001, name: 'Artaud', year: 1973, image: '' },
  });

export const albumPatch = z
  .strictObject({ id: statedId, name: nameText.optional(), year: year.optional(), image: image.optional() })
  .openapi('AlbumPatch', {
    description: 'A JSON Merge Patch (RFC 7396): members that are absent stay as they are, null empties the image.',
    example: { year: 1973 },
  });
