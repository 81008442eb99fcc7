import type { z } from '@hono/zod-openapi';
import { escapePointer, type Json, parseJson } from '../model/json.ts';
import { type Fault, invalidInput } from '../model/problem.ts';

/** The parts of a request that have a schema, and what they hold: path and query as text, the body as JSON text. */
export type Part = { schema: z.ZodType; value: unknown; faults: Fault[]; names: 'member' | 'parameter' };

/**
 * Judges all parts of a request together, so that one answer names every fault.
 *
 * @param parts undefined where a request has no such part
 * @param others faults found elsewhere, such as in headers
 * @returns the parts' values as their schemas make them, in the same order
 * @throws Problem `invalid-input`
 */
export function validate(parts: (Part | undefined)[], others: Fault[] = []): unknown[] {
  const faults = [...others];
  const values = parts.map((part) => {
    if (!part) return {};
    const { schema, value, faults: before, names } = part;
    faults.push(...before);
    const result = schema.safeParse(value, { error: wording });
    if (!result.success) faults.push(...result.error.issues.flatMap((issue) => toFaults(issue, schema, names)));
    return result.data;
  });
  if (faults.length > 0) throw invalidInput(faults);
  return values;
}

export function bodyPart(schema: z.ZodType, text: string): Part {
  const { value, faults } = parseJson(text);
  return { schema, value, faults, names: 'member' };
}

/** A query as an object; a parameter that stands twice is a fault, for nobody could say which one counts. */
export function queryPart(schema: z.ZodType, search: string): Part {
  const value: Record<string, Json> = Object.create(null);
  const faults: Fault[] = [];
  // Even an empty URLSearchParams costs a fifth of a read.
  if (search !== '') {
    new URLSearchParams(search).forEach((text, name) => {
      if (name in value) faults.push({ pointer: `/${escapePointer(name)}`, detail: 'stands more than once' });
      value[name] = text;
    });
  }
  return { schema, value, faults, names: 'parameter' };
}

function wording(issue: { code?: string; input?: unknown; expected?: unknown; path?: unknown }): string | undefined {
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is required';
  return `must be ${article(String(issue.expected))}`;
}

function article(type: string): string {
  const name = type === 'bigint' || type === 'int' ? 'integer' : type;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function toFaults(issue: z.core.$ZodIssue, schema: z.ZodType, names: Part['names']): Fault[] {
  const pointer = issue.path.map((step) => `/${escapePointer(String(step))}`).join('');
  if (issue.code !== 'unrecognized_keys') return [{ pointer, detail: issue.message }];
  const known = knownNames(schema);
  const hint = known.length > 0 ? `known are ${known.join(', ')}` : 'none is known here';
  return issue.keys.map((key) => ({
    pointer: `${pointer}/${escapePointer(key.toWellFormed())}`,
    detail: `is not a known ${names}; ${hint}`,
  }));
}

function knownNames(schema: z.ZodType): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}
