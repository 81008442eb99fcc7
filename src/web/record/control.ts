import type { AlbumFields } from '../../model/album.ts';
import type { ArtistFields } from '../../model/artist.ts';
import { type FieldError, Problem } from '../../model/problem.ts';
import type { Fields, RecordType } from '../../model/record.ts';
import { judged } from '../form.ts';

/** How a member is written in a form: one line, many, the address of a picture, or a year. */
export type Control = 'line' | 'text' | 'address' | 'year';

/** The members of a record in the order of their form. A form that forgets one does not compile. */
export type Controls<F extends Fields> = { [N in keyof F & string]: Control };

export const artistControls: Controls<ArtistFields> = { name: 'line', band: 'line', description: 'text', image: 'address' };
export const albumControls: Controls<AlbumFields> = { name: 'line', year: 'year', image: 'address' };

type Reading<F extends Fields> = {
  type: RecordType<F>;
  controls: Controls<F>;
  /** What the names of the fields begin with. */
  prefix?: string;
  /** The record that the form was made of: a member that its field shows as the record has it, or that has no field, was not changed. */
  before?: F | undefined;
};

/**
 * What is written in the fields of a record.
 *
 * @throws Problem `invalid-input` that names every fault by its field
 */
export function readRecord<F extends Fields>(typed: URLSearchParams, { type, controls, prefix = '', before }: Reading<F>): F {
  const entries = Object.entries<Control>(controls).map(([name, control]): [string, unknown] => {
    const kept = before?.[name as keyof F];
    const text = typed.get(prefix + name) ?? String(kept ?? '');
    return [name, kept !== undefined && shownIn(control, String(kept)) === shownIn(control, text) ? asGiven(kept) : givenBy(control, text)];
  });
  const { id: _, ...fields } = prefixed(prefix, () => judged(type.creation, Object.fromEntries(entries)));
  return fields as unknown as F;
}

/** A record as it is written in the fields of its form. */
export function writeRecord<F extends Fields>(typed: URLSearchParams, controls: Controls<F>, record: F): void {
  for (const name of Object.keys(controls)) typed.set(name, String(record[name as keyof F]));
}

/** A text as a field shows it and a browser sends it, where line ends become others. */
function shownIn(control: Control, text: string): string {
  if (control === 'text') return text.replace(/\r\n?/g, '\n');
  return control === 'line' ? text.replace(/[\r\n]/g, '') : text.trim();
}

/** What is written, as the body of a request would have it. A year that is none stays a text, which is refused. */
function givenBy(control: Control, text: string): unknown {
  const shown = shownIn(control, text);
  if (control !== 'year') return shown;
  return /^\d{1,18}$/.test(shown) ? BigInt(shown) : shown || undefined;
}

const asGiven = (kept: unknown) => (typeof kept === 'number' ? BigInt(kept) : kept);

function prefixed<T>(prefix: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || prefix === '') throw error;
    const errors = error.facts.errors?.map((error) => ({ ...error, pointer: `/${prefix}${error.pointer.slice(1)}` }));
    throw new Problem(error.code, error.message, { ...error.facts, ...(errors && { errors }) });
  }
}

/** Reads the parts of a form, so that one answer names what is wrong in all of them. @throws Problem `invalid-input` */
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
