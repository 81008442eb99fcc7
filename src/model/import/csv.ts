import { knownTypes } from '../kinds.ts';
import { isSingle, type Kind, kindRows, kinds, parentOf } from '../record.ts';
import { type Column, cellValue, columnName, columnsOf, knownColumns, readId } from './csvColumns.ts';
import { type CsvRecord, detectDelimiter, readCsv } from './csvRecords.ts';
import { createTableReader } from './csvTable.ts';
import { detectEncoding, type ReadBytes } from './encoding.ts';
import { type BadRow, badRow, type Encoding, type ImportSource, type Reading, type Rows, refusedFile } from './importRow.ts';

/**
 * `map`: a member, such as `artist.name`, by the name of its column. `onHeader` is called before any column is refused. `collection`: for a
 * collection of Discogs, corrects a line or leaves it out; the lines fill only empty members.
 */
export type CsvOptions = {
  encoding?: Encoding | undefined;
  map: Map<string, string>;
  onHeader?(reading: Reading): Promise<unknown>;
  collection?(header: string[]): (record: CsvRecord) => CsvRecord | undefined;
};

const maxColumns = 200;
/** In UTF-16 units. The report repeats the name of the column in each row with an error. */
const maxColumnName = 200;

/** An export, which is a table of one kind; or another table, with an artist and perhaps an album in each line. */
export async function csvSource(
  bytes: ReadBytes,
  { encoding: chosen, map: chosenMap, onHeader, collection }: CsvOptions,
): Promise<ImportSource> {
  const { encoding, why } = chosen ? { encoding: chosen, why: 'chosen' as const } : await detectEncoding(bytes);
  const delimiter = await detectDelimiter(bytes, encoding);
  const read = () => readCsv(bytes, { encoding, delimiter });
  const header = await readHeader(read());
  const map = collection && header.includes('Format') ? new Map([['Format', 'album_details.kind'], ...chosenMap]) : chosenMap;
  const readingOf = (columns: (Column | undefined)[]): Reading => ({
    ...{ format: 'csv', encoding, why, separator: delimiter },
    columns: header.map((name, i) => ({ name, member: columns[i] ? columnName(columns[i]) : null })),
  });
  await onHeader?.(readingOf(knownColumns(header, map)));
  const kind = kinds.find((kind) => map.size === 0 && header.join('\n') === exportHeader(kind).join('\n'));
  const columns = kind ? header.map((member) => ({ kind, member })) : columnsOf(header, map);
  return {
    match: kind || columns.some((column) => column?.member === 'id') ? 'id' : 'name',
    reading: readingOf(columns),
    columnOf: (kind, member) => header[columns.findIndex((column) => column?.kind === kind && column.member === member)] ?? null,
    async *rows() {
      const toRows = kind ? createExportReader(kind, header) : createTableReader(header, columns, collection !== undefined);
      const correct = collection?.(header) ?? ((record) => record);
      let isHead = true;
      for await (const records of read()) {
        yield (isHead ? records.slice(1) : records).flatMap((record) => {
          const bad = unreadable(record, header);
          const corrected = bad ? undefined : correct(record);
          return bad ?? (corrected ? toRows(corrected) : []);
        });
        isHead = false;
      }
    },
  };
}

async function readHeader(records: AsyncIterable<CsvRecord[]>): Promise<string[]> {
  for await (const [first] of records) {
    if (!first) break;
    if (first.cells.length > maxColumns) throw refusedFile('tooManyColumns', first.cells.length, maxColumns);
    const names = first.cells.map((cell) => (cell ?? '').trim());
    const long = names.findIndex((name) => name.length > maxColumnName);
    if (long >= 0) throw refusedFile('longColumnName', long + 1, maxColumnName);
    return names;
  }
  throw refusedFile('emptyFile');
}

const exportHeader = (kind: Kind) => ['id', ...kindRows[kind].above.map((above) => `${above}_id`), ...knownTypes[kind].names];

function unreadable({ line, cells }: CsvRecord, header: string[]): BadRow[] | undefined {
  if (cells.slice(header.length).some((cell) => cell !== null)) return [badRow(line, ['cells', cells.length, header.length])];
  const i = cells.findIndex((cell) => cell?.includes('\0'));
  return i < 0 ? undefined : [badRow(line, ['nullCharacter'], null, header[i])];
}

function createExportReader(kind: Kind, header: string[]): (record: CsvRecord) => Rows {
  const { above } = kindRows[kind];
  let withoutId = 0n;
  return ({ line, cells }) => {
    const cellOf = (name: string) => cells[header.indexOf(name)] ?? null;
    const ids = Object.fromEntries(above.map((name) => [`${name}Id`, readId(cellOf(`${name}_id`))]));
    const wrong = ['id', ...above.map((name) => `${name}_id`)].find((name) => {
      const cell = cellOf(name);
      return readId(cell) === undefined && (cell !== null || name !== 'id');
    });
    if (wrong) return [badRow(line, ['notAnId'], null, wrong)];
    const fields = Object.fromEntries(knownTypes[kind].names.map((name) => [name, cellValue(kind, name, cellOf(name))]));
    const id = isSingle(kind) ? (ids[`${parentOf(kind)}Id`] as bigint) : (readId(cellOf('id')) ?? --withoutId);
    return [{ line, kind, id, artistId: ids.artistId, albumId: ids.albumId, fields, partial: false }];
  };
}
