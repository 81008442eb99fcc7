import { Database } from 'bun:sqlite';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toJson } from '../../src/model/json.ts';
import { type Kind, kindRows, kinds } from '../../src/model/record.ts';
import { placePath } from '../../src/model/recordPath.ts';

type Row = Record<string, unknown>;
export type Tables = { all(sql: string): Row[]; bytes: Buffer };

/** Opens the SQLite file of a dump, which has to be sound, and complete without a log or journal. */
export function readTables<T>(zipped: Uint8Array<ArrayBuffer>, work: (tables: Tables) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-tables-'));
  const path = join(folder, 'dump.sqlite');
  const bytes = Buffer.from(Bun.gunzipSync(zipped));
  writeFileSync(path, bytes);
  const database = new Database(path, { readonly: true, safeIntegers: true, strict: true });
  const all = (sql: string) => database.query<Row, []>(sql).all();
  try {
    const found = ['integrity_check', 'foreign_key_check', 'journal_mode', 'freelist_count'].map((name) => all(`pragma ${name}`));
    if (toJson(found) !== '[[{"integrity_check":"ok"}],[],[{"journal_mode":"delete"}],[{"freelist_count":0}]]')
      throw new Error(toJson(found));
    return work({ all, bytes });
  } finally {
    database.close(true);
    rmSync(folder, { recursive: true });
  }
}

/** The lines of NDJSON that the rows of the tables give, in the order of an export. */
export function linesOfTables({ all }: Tables): string[] {
  return kinds.flatMap((kind) => all(`select * from "${kindRows[kind].plural}" order by id`).map((row) => lineOf(kind, row)));
}

const lists = ['roles', 'genres'];
const booleans = ['ended'];

function lineOf(kind: Kind, { id, artist_id = null, album_id = null, ...members }: Row): string {
  const values = Object.entries({ id, ...members }).map(([name, value]) => {
    if (lists.includes(name)) return [name, JSON.parse(value as string)];
    return [name, booleans.includes(name) && value !== null ? value === 1n : value];
  });
  const record = Object.fromEntries(values);
  const path = placePath(kind, { id: id as bigint, artistId: artist_id as bigint, albumId: album_id as bigint });
  return toJson({ kind, path, artist_id, album_id, record });
}
