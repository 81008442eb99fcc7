import { type FieldError, Problem } from '../../model/problem.ts';
import { validated } from '../form.ts';
import { type Control, textsOf, valueIn } from './control.ts';
import type { RecordForms, Values } from './kinds.ts';

type Reading = Pick<RecordForms, 'type' | 'controls'> & {
  /** The prefix of the fields' names. */
  prefix?: string;
  /** The record that the form was made from. A member counts as unchanged if its field is absent or shows the same text. */
  before?: Values | undefined;
};

/**
 * Reads a record from the fields of a form.
 *
 * @throws Problem `invalid-input` that names every fault by its field
 */
export function readRecord(typed: URLSearchParams, { type, controls, prefix = '', before }: Reading): Values {
  const values = Object.entries<Control>(controls).map(([member, control]) => {
    const former = before?.[member];
    const texts = typed.has(prefix + member) ? typed.getAll(prefix + member) : textsOf(former);
    return [member, valueIn(control, texts, former)];
  });
  const { id: _, ...fields } = prefixed(prefix, () => validated(type.creation, Object.fromEntries(values)));
  return fields;
}

/** Writes a record into the fields of a form. A list also gets an empty text, so that its field is sent even if nothing is chosen. */
export function writeRecord(typed: URLSearchParams, controls: RecordForms['controls'], record: Values): void {
  for (const member of Object.keys(controls)) {
    typed.delete(member);
    const value = record[member];
    for (const text of Array.isArray(value) ? ['', ...value] : textsOf(value)) typed.append(member, text);
  }
}

function prefixed<T>(prefix: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || prefix === '') throw error;
    throw withPrefix(error, prefix);
  }
}

/** The same problem, whose faults name the fields with their prefix. */
export function withPrefix({ code, message, facts }: Problem, prefix: string): Problem {
  const errors = facts.errors?.map((error) =>
    error.pointer === '' ? error : { ...error, pointer: `/${prefix}${error.pointer.slice(1)}` },
  );
  return new Problem(code, message, { ...facts, ...(errors && { errors }) });
}

/** Reads all parts of a form, so that one answer has the faults of all. @throws Problem `invalid-input` */
export function readAll<T extends unknown[]>(...parts: { [I in keyof T]: () => T[I] }): T {
  const errors: FieldError[] = [];
  const read = parts.map((part) => {
    try {
      return part();
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'invalid-input') throw error;
      errors.push(...(error.facts.errors ?? []));
      return undefined;
    }
  });
  if (errors.length > 0) throw new Problem('invalid-input', `${errors.length} errors; see errors.`, { errors });
  return read as T;
}
