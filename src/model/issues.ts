import type { z } from 'zod';
import { faultIn, message } from './fault.ts';
import { addFieldError, type FieldErrors, fieldErrorsProblem, noFieldErrors, type Step } from './fieldErrors.ts';

/** The members of a record as a schema reads them, without an id. @throws Problem `invalid-input` naming every fault */
export function validMembers(schema: z.ZodType<object>, members: object): object {
  const { data, error } = schema.safeParse(members, { error: wording });
  const errors = noFieldErrors();
  for (const issue of error?.issues ?? []) noteIssue(errors, issue, schema, 'member');
  if (!data) throw fieldErrorsProblem(errors);
  const { id: _, ...fields } = data as { id?: unknown };
  return fields;
}

/** The Zod error map for input that people write. */
export function wording(issue: { code?: string; input?: unknown; expected?: unknown; path?: unknown }): string | undefined {
  // The message of the library would name every key.
  if (issue.code === 'unrecognized_keys') return 'is not known';
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return message('required');
  const type = String(issue.expected);
  return message('wrongType', type === 'bigint' || type === 'int' ? 'integer' : type);
}

export function noteIssue(errors: FieldErrors, issue: z.core.$ZodIssue, schema: z.ZodType, noun: 'member' | 'parameter'): void {
  const path = issue.path as Step[];
  if (issue.code === 'unrecognized_keys') {
    const known = knownNames(schema).join(', ');
    for (const key of issue.keys) addFieldError(errors, [...path, key], 'notKnown', noun, known);
  } else addFieldError(errors, path, ...faultIn(issue.message));
}

export function knownNames(schema: z.ZodType): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}
