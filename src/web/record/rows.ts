import { type AlbumFields, album } from '../../model/album.ts';
import { albumControls, readAll, readRecord } from './control.ts';

const firstRows = 3;
const moreRows = 5;
/** Three fields each, and a form has at most 500. */
const maxRows = 100;

export const rowPrefix = (row: number) => `album-${row}-`;

export function rowsIn(typed: URLSearchParams): number {
  const stated = Number(/^\d{1,3}$/.exec(typed.get('rows') ?? '')?.[0] ?? firstRows);
  return Math.min(maxRows, stated + (typed.has('more') ? moreRows : 0));
}

const names = Object.keys(albumControls);

/** `prefix`: of the names of its fields. */
export type Row = { prefix: string; record: AlbumFields };

/** The rows that are not empty. @throws Problem `invalid-input` */
export function readRows(typed: URLSearchParams): Row[] {
  const rows = Array.from({ length: rowsIn(typed) }, (_, row) => rowPrefix(row));
  const filled = rows.filter((prefix) => names.some((name) => typed.get(prefix + name)?.trim()));
  return readAll(
    ...filled.map((prefix) => () => ({ prefix, record: readRecord(typed, { type: album, controls: albumControls, prefix }) })),
  );
}

export function emptyRow(typed: URLSearchParams, { prefix }: Row): void {
  for (const name of names) typed.delete(prefix + name);
}
