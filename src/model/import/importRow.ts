import { detailOf, type Fault } from '../fault.ts';
import type { Json } from '../json.ts';
import { type FieldError, fieldError, invalidInput, type Problem } from '../problem.ts';
import type { Kind } from '../record.ts';

/** Members from the file, not validated. */
export type Given = { [member: string]: Json };

/**
 * A record of a file. A record without an id gets a negative one. Details have the id of their parent.
 *
 * - `partial`: members that the file lacks keep their stored values.
 * - `fills`: only references and empty members of the stored record change.
 * - `optional`: an artist that the file only names, which is never created; or a fact that is left out if such an artist is not found.
 */
export type ImportRow = {
  line: number;
  kind: Kind;
  id: bigint;
  artistId: bigint | undefined;
  albumId: bigint | undefined;
  fields: Given;
  partial: boolean;
  fills?: boolean;
  optional?: boolean;
};

/** A line without a valid record. */
export type BadRow = { line: number; errors: RowError[] };
export type Rows = (ImportRow | BadRow)[];

/** `column`: of a CSV file. `code` and `values`: the `Fault`. `detail`: its English text. */
export type RowError = { column: string | null; member: string | null; code: string; values: unknown[]; detail: string };

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type Encoding = (typeof encodings)[number];
export type EncodingReason = 'chosen' | 'byte order mark' | 'zero bytes' | 'valid UTF-8' | 'not UTF-8';

/** How a file is read. `member` of a column: null if it is mapped to none. */
export type Reading =
  | { format: 'ndjson' | 'json' | 'discogs' | 'musicbrainz' | 'wikidata' }
  | { format: 'csv'; encoding: Encoding; why: EncodingReason; separator: string; columns: { name: string; member: string | null }[] };

export type ImportSource = {
  /** The default way to match its records. */
  match: 'id' | 'identifier' | 'name';
  reading: Reading;
  /** The column of a member, in CSV. */
  columnOf(kind: Kind, member: string): string | null;
  /** Reads the file from its beginning at each call. */
  rows(): AsyncIterable<Rows>;
};

export function rowError(fault: Fault, member: string | null = null, column: string | null = null): RowError {
  const [code, ...values] = fault;
  return { column, member, code, values, detail: detailOf(fault) };
}

export function rowErrorOf({ pointer, detail, fault }: FieldError, columnOf?: (member: string) => string | null): RowError {
  const member = pointer.slice(1).split('/')[0] || null;
  return { ...rowError(fault, member, (member && columnOf?.(member)) ?? null), detail };
}

export function badRow(line: number, fault: Fault, member: string | null = null, column: string | null = null): BadRow {
  return { line, errors: [rowError(fault, member, column)] };
}

export function refusedFile(...fault: Fault): Problem {
  return invalidInput(fieldError('/file', ...fault));
}
