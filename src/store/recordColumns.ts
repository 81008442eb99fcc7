import type { Fields, RecordType } from '../model/record.ts';

export type Column = { name: string; type: 'text' | 'bigint' };

/** All columns of the table of a kind of record, its key first, without the sort columns. */
export function columnsOf<F extends Fields>(type: RecordType<F>): [Column, ...Column[]] {
  const integer = (name: string) => ({ name, type: 'bigint' as const });
  const memberColumns = type.names.map((name) => ({ name, type: type.members[name].column }));
  return [integer('id'), ...ancestorColumns(type).map(integer), ...memberColumns, integer('version'), integer('changed_at')];
}

/** The columns with the ids of the records above a record, the outermost first. */
export function ancestorColumns<F extends Fields>({ ancestors }: RecordType<F>): string[] {
  return ancestors.map((ancestor) => `${ancestor}_id`);
}

/** A member may have the name of an SQL keyword: `from`. */
export function quoted(column: string): string {
  return /^(from|to)$/.test(column) ? `"${column}"` : column;
}
