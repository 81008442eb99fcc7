import { z } from 'zod';
import { offsetFault, pageOf, pageQuery } from './page.ts';
import { boundedText } from './text.ts';

const band = z
  .strictObject({
    band: z.string().meta({ description: 'As the artist of the lowest id writes it', example: 'Sui Generis' }),
    artists: z.int().meta({ format: 'int64', minimum: 1, description: 'Artists of this band', example: 3 }),
  })
  .meta({ id: 'Band' });
export type Band = { band: string; artists: bigint };

export const bandPage = pageOf('BandPage', band);

export const bandQuery = z
  .strictObject({
    ...pageQuery.shape,
    after: boundedText(1, 200).optional().meta({ description: 'The last band seen; `next` seeks by it', example: 'Sui Generis' }),
  })
  .superRefine((query, context) => {
    const fault = offsetFault(query);
    if (fault) context.addIssue({ code: 'custom', path: ['offset'], message: fault });
  });
export type BandQuery = z.infer<typeof bandQuery>;
