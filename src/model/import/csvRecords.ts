import { Readable } from 'node:stream';
import { decode, type ReadBytes } from './encoding.ts';
import { type Encoding, refusedFile } from './importRow.ts';

/** An empty cell is null. `line`: where the record begins. */
export type CsvRecord = { line: number; cells: (string | null)[] };

/** The longest record, in bytes of UTF-8. */
const maxRecord = 1 << 20;
const batchSize = 200;

/** The records of a CSV file (RFC 4180). @throws Problem `invalid-input` at the first line that is not CSV */
export async function* readCsv(
  bytes: ReadBytes,
  { encoding, delimiter }: { encoding: Encoding; delimiter: string },
): AsyncGenerator<CsvRecord[]> {
  const { CsvError, parse } = await import('csv-parse');
  let line = 0;
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    max_record_size: maxRecord,
    relax_column_count: true,
    skip_empty_lines: true,
    cast: (cell) => cell || null,
    on_record: ((cells: CsvRecord['cells'], { lines }: { lines: number }): CsvRecord => {
      const record = { line: line + 1, cells };
      line = lines;
      return record;
    }) as never,
  });
  const text = Readable.from(decode(bytes(), encoding), { objectMode: true });
  text.once('error', (error) => parser.destroy(error));
  text.pipe(parser);
  let batch: CsvRecord[] = [];
  try {
    for await (const record of parser) {
      batch.push(record);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw refusedFile('noCsv', line);
  } finally {
    text.destroy();
  }
  yield batch;
}

/** The separator that is most frequent in the first line, outside quotes. */
export async function detectDelimiter(bytes: ReadBytes, encoding: Encoding): Promise<string> {
  let head = '';
  for await (const text of decode(bytes(), encoding)) {
    head += text;
    if (/[\r\n]/.test(head) || head.length > maxRecord) break;
  }
  const unquoted = (head.split(/[\r\n]/, 1)[0] ?? '').replace(/"[^"]*"/g, '');
  const count = (separator: string) => unquoted.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
