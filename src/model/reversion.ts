import { z } from 'zod';
import { integerBetween, maxInt64 } from './int64.ts';

export const reversion = z
  .strictObject({
    version: integerBetween(1n, maxInt64).meta({
      type: 'integer',
      format: 'int64',
      minimum: 1,
      description: 'A version that is not a deletion',
      example: 3,
    }),
  })
  .meta({ id: 'Reversion' });
