import { Database } from 'bun:sqlite';

/** Tables of the search index, with the shadow tables of FTS5. */
const ofIndex = /^(artist|album)_(index|words|by_name_key)|^word(_|$)/;

/** Bytes on disk of the search index and of the whole store. */
export function indexSize(file: string): { index: number; store: number } {
  const database = new Database(file, { readonly: true });
  const sizes = database.query('select name, sum(pgsize) as bytes from dbstat group by name').all() as { name: string; bytes: number }[];
  database.close();
  const sum = (tables: typeof sizes) => tables.reduce((total, { bytes }) => total + bytes, 0);
  return { index: sum(sizes.filter(({ name }) => ofIndex.test(name))), store: sum(sizes) };
}
