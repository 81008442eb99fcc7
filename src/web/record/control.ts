import type { AlbumFields } from '../../model/album.ts';
import type { ArtistFields } from '../../model/artist.ts';
import { type FieldError, Problem } from '../../model/problem.ts';
import type { Fields, RecordType } from '../../model/record.ts';
import { validated } from '../form.ts';

/** How a member is edited. `address`: the URL of a picture. */
export type Control = 'line' | 'text' | 'address' | 'year';

/** In the order of the form. A forgotten member does not compile. */
export type Controls<F extends Fields> = { [N in keyof F & string]: Control };

export const artistControls: Controls<ArtistFields> = { name: 'line', band: 'line', description: 'text', image: 'address' };
export const albumControls: Controls<AlbumFields> = { name: 'line', year: 'year', image: 'address' };

type Reading<F extends Fields> = {
  type: RecordType<F>;
  controls: Controls<F>;
  /** Of the names of the fields. */
  prefix?: string;
  /** The record that the form was made from. A member counts as unchanged if its field is absent or shows the same text. */
  before?: F | undefined;
};

/**
 * Reads a record from the fields of a form.
 *
 * @throws Problem `invalid-input` that names every fault by its field
 */
export function readRecord<F extends Fields>(typed: URLSearchParams, { type, controls, prefix = '', before }: Reading<F>): F {
  const entries = Object.entries<Control>(controls).map(([name, control]): [string, unknown] => {
    const former = before?.[name as keyof F];
    const text = typed.get(prefix + name) ?? String(former ?? '');
    return [
      name,
      former !== undefined && shownIn(control, String(former)) === shownIn(control, text) ? asGiven(former) : givenBy(control, text),
    ];
  });
  const { id: _, ...fields } = prefixed(prefix, () => validated(type.creation, Object.fromEntries(entries)));
  return fields as unknown as F;
}

export function writeRecord<F extends Fields>(typed: URLSearchParams, controls: Controls<F>, record: F): void {
  for (const name of Object.keys(controls)) typed.set(name, String(record[name as keyof F]));
}

/** A text as a browser sends it back: with other line ends, and in one line without any. */
function shownIn(control: Control, text: string): string {
  if (control === 'text') return text.replace(/\r\n?/g, '\n');
  return control === 'line' ? text.replace(/[\r\n]/g, '') : text.trim();
}

/** The value as a JSON body would have it. A year that is no number stays a text, which the schema refuses. */
function givenBy(control: Control, text: string): unknown {
  const shown = shownIn(control, text);
  if (control !== 'year') return shown;
  return /^\d{1,18}$/.test(shown) ? BigInt(shown) : shown || undefined;
}

const asGiven = (former: unknown) => (typeof former === 'number' ? BigInt(former) : former);

function prefixed<T>(prefix: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof Problem) || prefix === '') throw error;
    const errors = error.facts.errors?.map((error) => ({ ...error, pointer: `/${prefix}${error.pointer.slice(1)}` }));
    throw new Problem(error.code, error.message, { ...error.facts, ...(errors && { errors }) });
  }
}

/** Reads all parts of a form, so that one answer names the faults of all. @throws Problem `invalid-input` */
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
