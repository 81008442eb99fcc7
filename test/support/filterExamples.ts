import type { z } from 'zod';

/** A value for each filter of a list: the example of its description. */
export function filterExamples(filters: Record<string, z.ZodOptional<z.ZodType>>): [name: string, value: string][] {
  return Object.entries(filters).map(([name, filter]) => [name, String(filter.unwrap().meta()?.example)]);
}
