import { type AlbumFields, album } from '../../model/album.ts';
import { albumControls, readAll, readRecord } from './control.ts';

const firstRows = 3;
const moreRows = 5;
/** A form has at most 500 fields. */
const mostRows = 100;

export const rowPrefix = (row: number) => `album-${row}-`;

/** How many rows a form shows, as it was sent or as it begins. */
export function rowsIn(typed: URLSearchParams): number {
  const stated = Number(/^\d{1,3}$/.exec(typed.get('rows') ?? '')?.[0] ?? firstRows);
  return Math.min(mostRows, stated + (typed.has('more') ? moreRows : 0));
}

/** The records in the rows that are not empty. @throws Problem `invalid-input` */
export function readRows(typed: URLSearchParams): AlbumFields[] {
  const rows = Array.from({ length: rowsIn(typed) }, (_, row) => rowPrefix(row));
  const filled = rows.filter((prefix) => Object.keys(albumControls).some((name) => typed.get(prefix + name)?.trim()));
  return readAll(...filled.map((prefix) => () => readRecord(typed, { type: album, controls: albumControls, prefix })));
}
