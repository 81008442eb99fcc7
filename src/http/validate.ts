import { z } from 'zod';
import { addFieldError, addFieldErrors, type FieldErrors, fieldErrorsProblem, noFieldErrors } from '../model/fieldErrors.ts';
import { idText, parseInt64 } from '../model/int64.ts';
import { knownNames, noteIssue, wording } from '../model/issues.ts';
import { type Json, parseJson } from '../model/json.ts';

/** A part of a request and its schema: parameters of the path, the query or the body. `noun`: what messages call its values. */
export type Part = { schema: z.ZodType; value: unknown; errors: FieldErrors; noun: 'member' | 'parameter' };

/**
 * Validates all parts of a request together, so that one answer names every error.
 *
 * @param others errors found elsewhere, such as in headers
 * @returns the values of the parts, `{}` for an undefined part
 * @throws Problem `invalid-input`
 */
export function validate(parts: (Part | undefined)[], others: FieldErrors = noFieldErrors()): unknown[] {
  const errors = noFieldErrors();
  addFieldErrors(errors, others);
  const values = parts.map((part) => {
    if (!part) return {};
    const { schema, value, errors: parseErrors, noun } = part;
    addFieldErrors(errors, parseErrors);
    const result = schema.safeParse(value, { error: wording });
    for (const issue of result.error?.issues ?? []) noteIssue(errors, issue, schema, noun);
    return result.data;
  });
  if (errors.count > 0) throw fieldErrorsProblem(errors);
  return values;
}

/**
 * Makes a function that reads the parameters of a path if all are ids, in a fraction of the time that their schema takes. The function
 * returns undefined if an id is wrong; then the schema reports the error.
 */
export function idsOf(schema: z.ZodType): (params: Record<string, string>) => Record<string, bigint> | undefined {
  const names = knownNames(schema);
  if (!names.every((name) => (schema as z.ZodObject).shape[name] === idText)) return () => undefined;
  return (params) => {
    const ids: Record<string, bigint> = {};
    for (const name of names) {
      const id = parseInt64(params[name] ?? '');
      if (id === undefined) return undefined;
      ids[name] = id;
    }
    return ids;
  };
}

/** Members and items of a body together. No operation accepts nearly so many. */
const maxValues = 2_000;

export function bodyPart(schema: z.ZodType, text: string): Part {
  const { value, errors } = parseJson(text, maxValues);
  return { schema, value, errors, noun: 'member' };
}

/** A repeated parameter is an error, since it is ambiguous. If the parameter takes several values, they are joined by commas. */
export function queryPart(schema: z.ZodType, search: string): Part {
  const value: Record<string, Json> = Object.create(null);
  const errors = noFieldErrors();
  // Even an empty URLSearchParams takes a fifth of the time of a read.
  if (search !== '') {
    new URLSearchParams(search).forEach((text, name) => {
      const isRepeated = name in value;
      const joins = isRepeated && takesSeveral(schema, name);
      if (isRepeated && !joins) addFieldError(errors, [name], 'repeatedName');
      if (text.includes('\0')) addFieldError(errors, [name], 'nullCharacter');
      value[name] = joins ? `${value[name]},${text}` : text;
    });
  }
  return { schema, value, errors, noun: 'parameter' };
}

function takesSeveral(schema: z.ZodType, name: string): boolean {
  const parameter = 'shape' in schema ? (schema.shape as Record<string, z.ZodType>)[name] : undefined;
  return parameter instanceof z.ZodOptional && (parameter.unwrap() as z.ZodType).meta()?.type === 'array';
}
