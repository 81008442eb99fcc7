import { z } from 'zod';

/** `parseJson` reads integers as bigints. */
const count = z.bigint().transform(Number);

const fileShape = z.object({ file: z.string(), bytes: count, sha256: z.string() });
export type DumpFile = z.infer<typeof fileShape>;

/** An entry of `/dumps/index.json`: the catalogue of one moment, as lines of JSON. */
export const dumpShape = fileShape.extend({
  /** The same records in a SQLite file. Absent where a former version of the program made the dump. */
  sqlite: fileShape.optional(),
  made_at: z.string(),
  /** A cursor of the feed of changes: the dump and the changes after it make an exact copy. Null before the first change. */
  cursor: z.string().nullable(),
  licence: z.string().nullable(),
  rockola: z.string(),
  records: count,
  kinds: z.record(z.string(), count),
});
export type Dump = z.infer<typeof dumpShape>;

export const dumpIndex = z.object({ dumps: z.array(dumpShape) });

export function filesOf({ file, bytes, sha256, sqlite }: Dump): DumpFile[] {
  return [{ file, bytes, sha256 }, ...(sqlite ? [sqlite] : [])];
}

/** @param at when its job was made, in ms since 1970 */
export function dumpName(at: number): string {
  return `rockola-${new Date(at).toISOString().replace(/[:.]/g, '-')}`;
}

/** The names of files of dumps, complete or unfinished. */
export const dumpFileName =
  /^rockola-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.(?:(?:ndjson|sqlite)\.gz(?:\.\d+\.unfinished)?|sqlite\.\d+\.unfinished)$/;
