import { ownParts } from '../artistParts.ts';
import type { Json } from '../json.ts';
import type { Kind } from '../record.ts';
import type { ReadBytes } from './encoding.ts';
import { badRow, type Given, type ImportSource, type Rows, refusedFile } from './importRow.ts';
import { createItemScanner } from './jsonItems.ts';
import { isObject, maxLine, readJson, toRow } from './ndjson.ts';

/** The most members and items of a record. An artist with all its parts has some 6,000. */
const maxValues = 20_000;

/** Records in the form of the API's answers: an array of records, an object with such an array, or one record. */
export function jsonSource(bytes: ReadBytes): ImportSource {
  return { match: 'id', reading: { format: 'json' }, columnOf: () => null, rows: () => artistsFirst(() => readRows(bytes())) };
}

/** Puts artists first, since the records that belong to them or name them must follow. @param read reads the file from its beginning */
async function* artistsFirst(read: () => AsyncIterable<Rows>): AsyncGenerator<Rows> {
  const isFirst = (row: Rows[number]) => 'errors' in row || row.kind === 'artist';
  for await (const rows of read()) yield rows.filter(isFirst);
  for await (const rows of read()) yield rows.filter((row) => !isFirst(row));
}

async function* readRows(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Rows> {
  const scanner = createItemScanner(maxLine);
  const counts = { withoutId: 0n };
  for await (const piece of bytes)
    yield scanner.push(piece).flatMap(({ line, bytes }) => {
      const { bad, value } = readJson(bytes, line, maxValues);
      return bad ?? rowsOf(value, line, counts);
    });
  const { rest, hasArray } = scanner.end();
  if (!rest) throw refusedFile('longDocument', maxLine);
  const { bad, value } = readJson(rest, 1, maxValues);
  if (bad) throw refusedFile('noJsonDocument', bad.errors[0]?.detail ?? '');
  const other = hasArray && isObject(value) ? Object.keys(value).find((name) => name !== 'data' && Array.isArray(value[name])) : undefined;
  if (other !== undefined) throw refusedFile('listedElsewhere', other.slice(0, 40));
  if (!hasArray) yield rowsOf(value, 1, counts);
}

function rowsOf(value: Json | undefined, line: number, counts: { withoutId: bigint }): Rows {
  if (!isObject(value)) return [badRow(line, ['noObject'])];
  if ('record' in value) return [toRow(value, line, counts)];
  const unknown = isObject(value.artist) && !('name' in value) ? Object.keys(value).find((name) => !(name in parts)) : undefined;
  if (unknown !== undefined) return [badRow(line, ['notKnown', 'part', Object.keys(parts).join(', ')], unknown)];
  return exportLines(value).map((exported) => {
    const row = toRow(exported, line, counts);
    return 'kind' in row ? { ...row, partial: true } : row;
  });
}

/** The parts of an artist in an answer, with their kinds. Facts that belong to other artists are not read. */
const parts: { [name: string]: Kind | undefined } = { artist: 'artist', bands: undefined, credits: undefined, ...ownParts };

/** A record of an answer as lines of an export. */
function exportLines(record: Given): Given[] {
  if ('rockola' in record || 'complete' in record) return [];
  const { artist, ...album } = record;
  if (!isObject(artist)) return [{ kind: 'artist', record }];
  const artist_id = artist.id ?? null;
  if ('name' in album) return [{ kind: 'album', artist_id, record: album }];
  return Object.entries(parts).flatMap(([name, kind]) => {
    const part = record[name] ?? [];
    const list = isObject(part) && Array.isArray(part.data) ? part.data : [part].flat();
    return kind ? list.map((record) => ({ kind, artist_id, record })) : [];
  });
}
