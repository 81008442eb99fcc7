import { z } from 'zod';
import { genres } from './details.ts';

export const maxPlaces = 20;

/** A bigint of the store. */
const count = (description: string, example: number) =>
  z.int().meta({ format: 'int64', minimum: 0, description, example }) as unknown as z.ZodType<bigint>;

export const statistics = z
  .strictObject({
    artists: count('All of them', 412),
    albums: count('All of them', 2310),
    decades: z
      .array(
        z.strictObject({
          decade: z.int().meta({ description: 'Its first year', example: 1970 }),
          artists: count('Artists with an album of the decade', 64),
          albums: count('Albums of its years', 310),
        }),
      )
      .meta({ description: 'Those with an album, in order' }),
    places: z
      .array(z.strictObject({ place: z.string().meta({ example: 'La Plata' }), artists: count('Its artists', 21) }))
      .meta({ description: `Up to ${maxPlaces} of those that details name, most artists first` }),
    genres: z
      .array(z.strictObject({ genre: z.enum(genres).meta({ example: 'punk' }), artists: count('Its artists', 12) }))
      .meta({ description: 'Those that details name, most artists first' }),
    without_image: count('Artists without an image', 297),
    without_place: count('Artists whose details have no place', 120),
    without_genre: count('Artists whose details have no genre', 88),
  })
  .meta({ id: 'Statistics' });

export type Statistics = z.infer<typeof statistics>;
