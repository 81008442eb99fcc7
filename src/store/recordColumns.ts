import type { Fields, RecordType } from '../model/record.ts';

/** The columns with the ids of the records above a record, the outermost first. */
export function ancestorColumns<F extends Fields>({ ancestors }: RecordType<F>): string[] {
  return ancestors.map((ancestor) => `${ancestor}_id`);
}

/** A member may have the name of an SQL keyword: `from`. */
export function quoted(column: string): string {
  return /^(from|to)$/.test(column) ? `"${column}"` : column;
}
