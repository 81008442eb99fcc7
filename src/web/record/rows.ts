import type { RequestContext } from '../../http/requestContext.ts';
import { schemeOf } from '../../model/identifierScheme.ts';
import { Problem } from '../../model/problem.ts';
import type { Kind } from '../../model/record.ts';
import type { Visit } from '../visit.ts';
import type { RecordForms, Values } from './kinds.ts';
import { readAll, readRecord, withPrefix } from './read.ts';
import { fillFields, reasonFields } from './reason.ts';
import { artistsNamed, showReference } from './reference.ts';

/** The rows of an empty form: as many as most people fill. */
const firstRows: Partial<Record<Kind, number>> = { album: 1, artist_source: 1, album_source: 1, membership: 5, artist_identifier: 5 };
const usualRows = 3;
const moreRows = 5;

/** The beginning of the field names of a row. */
export const rowPrefix = ({ type }: RecordForms, row: number) => `${type.kind}-${row}-`;

export function countRows(forms: RecordForms, typed: URLSearchParams): number {
  const sent = Number(/^\d{1,3}$/.exec(typed.get('rows') ?? '')?.[0] ?? firstRows[forms.type.kind] ?? usualRows);
  return Math.min(maxRows(forms), sent + (typed.has('more') ? moreRows : 0));
}

/** So many rows stay below the limit of 500 fields of a form: each chosen word of a row is a field. */
function maxRows({ controls, type }: RecordForms): number {
  return Math.min(Object.values(controls).includes('choices') ? 20 : 100, type.max);
}

/** `prefix`: the beginning of the names of its fields. */
export type Row = { prefix: string; record: Values };

/** The rows that are not empty. @throws Problem `invalid-input` */
export function readRows(forms: RecordForms, typed: URLSearchParams): Row[] {
  return readAll(...filledRows(forms, typed).map((prefix) => () => ({ prefix, record: readRecord(typed, { ...forms, prefix }) })));
}

/** The prefixes of the rows that have a typed or chosen value. */
function filledRows(forms: RecordForms, typed: URLSearchParams): string[] {
  const rows = Array.from({ length: countRows(forms, typed) }, (_, row) => rowPrefix(forms, row));
  return rows.filter((prefix) => Object.keys(forms.controls).some((member) => typed.getAll(prefix + member).some((text) => text.trim())));
}

/** Writes the values of a link into the first row, and the comment and source of the link into their fields. */
export function fillFirstRow(forms: RecordForms, typed: URLSearchParams, ctx: Pick<RequestContext, 'query'>): void {
  fillFields(Object.keys(forms.controls), typed, ctx, rowPrefix(forms, 0));
  fillFields(reasonFields, typed, ctx);
}

export function clearRow({ controls }: RecordForms, typed: URLSearchParams, { prefix }: Row): void {
  for (const member of Object.keys(controls)) typed.delete(prefix + member);
}

const isReference = ({ controls }: RecordForms, member: string) => controls[member] === 'reference';

/** The controls of a row. It has none for a reference, which `linkRows` finds by name. */
export function rowControls(forms: RecordForms): RecordForms['controls'] {
  return Object.fromEntries(Object.entries(forms.controls).filter(([member]) => !isReference(forms, member)));
}

/** Sets the reference of each row whose name exactly one artist has. A record does not refer to the artist that it is under. */
export async function linkRows(visit: Visit, forms: RecordForms, typed: URLSearchParams, parentId: bigint | undefined): Promise<void> {
  const reference = Object.keys(forms.controls).find((member) => isReference(forms, member));
  if (reference === undefined) return;
  const rows = filledRows(forms, typed);
  const names = rows.map((prefix) => typed.get(prefix + forms.type.titled)?.trim() ?? '');
  for (const [i, artist] of (await artistsNamed(visit, names)).entries())
    if (artist && artist.id !== parentId) typed.set(rows[i] + reference, showReference(artist));
}

/** Sets the schemes that the values show: an address shows its catalogue. */
export function chooseSchemes(forms: RecordForms, typed: URLSearchParams): void {
  const { kind } = forms.type;
  if (kind !== 'artist_identifier' && kind !== 'album_identifier') return;
  for (const prefix of filledRows(forms, typed)) {
    const scheme = schemeOf(kind, typed.get(`${prefix}value`) ?? '');
    if (scheme !== undefined && !typed.get(`${prefix}scheme`)) typed.set(`${prefix}scheme`, scheme);
  }
}

/** Moves the faults of a refused record to the fields of its row. */
export function inRow(forms: RecordForms, { prefix }: Row, problem: Problem): Problem {
  const errors = problem.facts.errors?.map((error) =>
    isReference(forms, error.pointer.slice(1)) ? { ...error, pointer: `/${forms.type.titled}` } : error,
  );
  return withPrefix(new Problem(problem.code, problem.message, { ...problem.facts, ...(errors && { errors }) }), prefix);
}
