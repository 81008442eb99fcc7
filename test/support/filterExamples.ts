import type { z } from 'zod';

/** A value of each filter of a list, which its description has as an example. */
export function filterExamples(filters: Record<string, z.ZodOptional<z.ZodType>>): [name: string, value: string][] {
  return Object.entries(filters).map(([name, filter]) => [name, String(filter.unwrap().meta()?.example)]);
}
