import { z } from 'zod';

/** `parseJson` reads integers as bigints. */
const count = z.bigint().transform(Number);

/** An entry of `/dumps/index.json`: a file with the catalogue of one moment. */
export const dumpShape = z.object({
  file: z.string(),
  made_at: z.string(),
  bytes: count,
  sha256: z.string(),
  /** Of the feed of changes: the dump and the changes after this cursor make an exact copy. Null before the first change. */
  cursor: z.string().nullable(),
  licence: z.string().nullable(),
  rockola: z.string(),
  records: count,
  kinds: z.record(z.string(), count),
});
export type Dump = z.infer<typeof dumpShape>;

export const dumpIndex = z.object({ dumps: z.array(dumpShape) });

/** @param at when its job was made, in ms since 1970 */
export function dumpName(at: number): string {
  return `rockola-${new Date(at).toISOString().replace(/[:.]/g, '-')}.ndjson.gz`;
}

/** The names of files of dumps, complete or unfinished. */
export const ofDumps = /^rockola-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.ndjson\.gz(?:\.\d+\.unfinished)?$/;
