import type { z } from 'zod';
import { type Faults, faultsProblem, noFaults, noteFault, noteFaults } from '../model/faults.ts';
import { type Json, parseJson } from '../model/json.ts';
import type { Step } from '../model/pointer.ts';

/** The parts of a request that have a schema, and what they hold: path and query as text, the body as JSON text. */
export type Part = { schema: z.ZodType; value: unknown; faults: Faults; names: 'member' | 'parameter' };

/**
 * Judges all parts of a request together, so that one answer names every fault.
 *
 * @param parts undefined where a request has no such part
 * @param others faults found elsewhere, such as in headers
 * @returns the parts' values as their schemas make them, in the same order
 * @throws Problem `invalid-input`
 */
export function validate(parts: (Part | undefined)[], others: Faults = noFaults()): unknown[] {
  const faults = noFaults();
  noteFaults(faults, others);
  const values = parts.map((part) => {
    if (!part) return {};
    const { schema, value, faults: before, names } = part;
    noteFaults(faults, before);
    const result = schema.safeParse(value, { error: wording });
    for (const issue of result.error?.issues ?? []) noteIssue(faults, issue, schema, names);
    return result.data;
  });
  if (faults.count > 0) throw faultsProblem(faults);
  return values;
}

/** Members and items of a body together. No operation takes nearly as many; past it each would only cost time and memory. */
const mostValues = 2_000;

export function bodyPart(schema: z.ZodType, text: string): Part {
  const { value, faults } = parseJson(text, mostValues);
  return { schema, value, faults, names: 'member' };
}

/** A query as an object; a parameter that stands twice is a fault, for nobody could say which one counts. */
export function queryPart(schema: z.ZodType, search: string): Part {
  const value: Record<string, Json> = Object.create(null);
  const faults = noFaults();
  // Even an empty URLSearchParams costs a fifth of a read.
  if (search !== '') {
    new URLSearchParams(search).forEach((text, name) => {
      if (name in value) noteFault(faults, [name], 'stands more than once');
      value[name] = text;
    });
  }
  return { schema, value, faults, names: 'parameter' };
}

function wording(issue: { code?: string; input?: unknown; expected?: unknown; path?: unknown }): string | undefined {
  // The words of the library would name every one of them.
  if (issue.code === 'unrecognized_keys') return 'is not known';
  if (issue.code !== 'invalid_type') return undefined;
  if (issue.input === undefined) return 'is required';
  return `must be ${article(String(issue.expected))}`;
}

function article(type: string): string {
  const name = type === 'bigint' || type === 'int' ? 'integer' : type;
  return /^[aeiou]/.test(name) ? `an ${name}` : `a ${name}`;
}

function noteIssue(faults: Faults, issue: z.core.$ZodIssue, schema: z.ZodType, names: Part['names']): void {
  const path = issue.path as Step[];
  if (issue.code === 'unrecognized_keys') {
    const known = knownNames(schema);
    const hint = known.length > 0 ? `known are ${known.join(', ')}` : 'none is known here';
    for (const key of issue.keys) noteFault(faults, [...path, key], `is not a known ${names}; ${hint}`);
  } else noteFault(faults, path, issue.message);
}

function knownNames(schema: z.ZodType): string[] {
  return 'shape' in schema ? Object.keys(schema.shape as object) : [];
}
