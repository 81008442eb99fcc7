import { parseInt64 } from '../int64.ts';
import type { Json } from '../json.ts';
import { knownTypes } from '../kinds.ts';
import type { Kind, Member } from '../record.ts';

/** The value of a cell in the type of its member; the text of the cell if it has no value of this type. */
export function cellValue(kind: Kind, name: string, cell: string | null): Json {
  const { column, json } = (knownTypes[kind].members as { [name: string]: Member<unknown> })[name] ?? {};
  if (cell === null) return null;
  if (json === 'list') return cell.split(',').map((item) => item.trim());
  if (json === 'boolean') return cell === 'true' || (cell === 'false' ? false : cell);
  return column === 'bigint' ? (parseInt64(cell) ?? cell) : cell;
}

export function readId(cell: string | null): bigint | undefined {
  const id = parseInt64(cell ?? '');
  return id !== undefined && id > 0n ? id : undefined;
}
