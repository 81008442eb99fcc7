import type { z } from 'zod';
import { validate } from '../http/validate.ts';
import { noFieldErrors } from '../model/fieldErrors.ts';
import { Problem } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';

/** Validates the options of a command. @throws StartRefused with a sentence for each error */
export function readOptions<T>(schema: z.ZodType<T>, value: object): T {
  try {
    return validate([{ schema, value, errors: noFieldErrors(), noun: 'member' }])[0] as T;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new StartRefused(
      ...(error.facts.errors ?? []).map(({ pointer, detail }) => `--${pointer.slice(1).replace(/\/.*/, '')} ${detail}.`),
    );
  }
}
