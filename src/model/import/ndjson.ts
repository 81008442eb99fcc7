import type { Fault } from '../fault.ts';
import { maxInt64 } from '../int64.ts';
import { type Json, parseJson } from '../json.ts';
import { Problem } from '../problem.ts';
import { isKind, isSingle, kindRows, kinds, parentOf } from '../record.ts';
import type { ReadBytes } from './encoding.ts';
import { type BadRow, badRow, type Given, type ImportRow, type ImportSource, type Rows, refusedFile, rowErrorOf } from './importRow.ts';
import { linesOf } from './lines.ts';

/** In bytes. A record with the longest texts takes half of them. */
export const maxLine = 1 << 20;
/** The most members and items of a line. A record has some twenty. */
const maxValues = 1_000;

/** Lines of an export. Its first and last line may be absent. */
export function ndjsonSource(bytes: ReadBytes): ImportSource {
  return { match: 'id', reading: { format: 'ndjson' }, columnOf: () => null, rows: () => readRows(bytes()) };
}

async function* readRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Rows> {
  const counts = { line: 0, records: 0, withoutId: 0n };
  let isExport = false;
  let ended = false;
  for await (const lines of linesOf(bytes, maxLine)) {
    const rows: Rows = [];
    for (const bytes of lines) {
      const line = ++counts.line;
      const { bad, value } = readObject(bytes, line);
      if (!bad && !value) continue;
      if (ended) rows.push(badRow(line, ['afterEnd']));
      else if (!value) rows.push(bad as BadRow);
      else if (line === 1 && 'rockola' in value) isExport = true;
      else if ('complete' in value) {
        requireComplete(value, counts.records);
        ended = true;
      } else rows.push(toRow(value, line, counts));
      if (!value || !('rockola' in value)) counts.records++;
    }
    yield rows;
  }
  if (isExport && !ended) throw refusedFile('cutExport');
}

type Read<T> = { bad: BadRow; value?: undefined } | { bad?: undefined; value?: T };

const decoder = new TextDecoder('utf-8', { fatal: true });

/** Reads a JSON text. An empty line gives neither `bad` nor `value`. */
export function readJson(bytes: Uint8Array | undefined, line: number, max = maxValues): Read<Json> {
  const fail = (...fault: Fault) => ({ bad: badRow(line, fault) });
  if (!bytes) return fail('longRecord', maxLine, 'bytes');
  if (bytes.every((byte) => byte === 0x20 || byte === 0x0d)) return {};
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return fail('notUtf8');
  }
  try {
    const { value, errors } = parseJson(text, max);
    return errors.count > 0 ? { bad: { line, errors: errors.kept.map((error) => rowErrorOf(error)) } } : { value };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return fail('noJson', error.facts.errors?.at(-1)?.detail ?? error.message);
  }
}

export function readObject(bytes: Uint8Array | undefined, line: number, max?: number): Read<Given> {
  const { bad, value } = readJson(bytes, line, max);
  if (bad) return { bad };
  if (value === undefined) return {};
  return isObject(value) ? { value } : { bad: badRow(line, ['noObject']) };
}

export const isObject = (value: Json | undefined): value is Given => typeof value === 'object' && value !== null && !Array.isArray(value);

function requireComplete({ complete, records }: Given, read: number): void {
  if (complete === true && records === BigInt(read)) return;
  throw refusedFile('incompleteExport', read);
}

/** A line of an export as a row. */
export function toRow({ kind, artist_id, album_id, record }: Given, line: number, counts: { withoutId: bigint }): ImportRow | BadRow {
  if (typeof kind !== 'string' || !isKind(kind)) return badRow(line, ['oneOf', kinds.join(', ')], 'kind');
  if (!isObject(record)) return badRow(line, ['wrongType', 'object'], 'record');
  const { id: statedId, ...fields } = record;
  const above = kindRows[kind].above as readonly string[];
  const ids: { [name: string]: Json | undefined } = { artist: artist_id, album: album_id };
  const missing = above.find((name) => !isId(ids[name]));
  if (missing) return badRow(line, ['noParentId', missing], `${missing}_id`);
  if (statedId !== undefined && statedId !== null && !isId(statedId)) return badRow(line, ['integerBetween', 1, String(maxInt64)], 'id');
  const idOf = (name: string) => (above.includes(name) ? (ids[name] as bigint) : undefined);
  const id = isSingle(kind) ? (ids[parentOf(kind) as string] as bigint) : ((statedId as bigint) ?? --counts.withoutId);
  return { line, kind, id, artistId: idOf('artist'), albumId: idOf('album'), fields, partial: false };
}

const isId = (value: Json | undefined) => typeof value === 'bigint' && value > 0n && value <= maxInt64;
