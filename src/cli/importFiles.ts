import { closeSync, createReadStream } from 'node:fs';
import type { Given, Reading, RowError } from '../model/import/importRow.ts';
import {
  type Counts,
  isChange,
  isRefused,
  type MatchMethod,
  matchMethods,
  type PlanRow,
  planLine,
  readPlanLine,
  readPlanRow,
  rowActions,
} from '../model/import/plan.ts';
import { textLines } from '../model/import/source.ts';
import { toJson } from '../model/json.ts';
import { StartRefused } from '../model/startRefused.ts';
import { openTemporary } from './temporaryFile.ts';
import { printErr, printOut, writeAll } from './terminal.ts';

/** The most errors that are printed; the file has all of them. */
const maxShown = 20;

/** Writes a plan or report, and prints the first errors and the counts. */
export function createPlanWriter(file: string) {
  const { path, descriptor } = openTemporary(file);
  const write = (text: string) => writeAll(descriptor, Buffer.from(text));
  const counts = Object.fromEntries(rowActions.map((action) => [action, 0])) as Counts;
  const byKind = new Map<string, number>();
  let errors = 0;
  return {
    counts,
    path,
    writeHead: (head: object) => write(`${toJson(head)}\n`),
    writeRows(rows: PlanRow[]): void {
      for (const row of rows.toSorted((a, b) => a.line - b.line)) {
        counts[row.action]++;
        const key = `${(row.kind ?? 'line').replaceAll('_', ' ')} ${row.action}`;
        byKind.set(key, (byKind.get(key) ?? 0) + 1);
        if (isRefused(row)) for (const error of row.errors ?? []) if (errors++ < maxShown) printErr(sentenceOf(row.line, error));
      }
      write(rows.map(planLine).join(''));
    },
    end(): void {
      write(`${toJson({ ...counts, complete: true })}\n`);
      closeSync(descriptor);
      if (errors > maxShown) printErr(`and ${errors - maxShown} more`);
      printOut(...[...byKind].map(([key, count]) => `${key}: ${count}`));
    },
  };
}

function sentenceOf(line: number, { column, member, detail }: RowError): string {
  return `line ${line}${column ? `, column "${column}"` : member ? `, ${member}` : ''}: ${detail}`;
}

/** The number of bytes of a file that are read at once. */
export const pieceSize = 1 << 18;

const linesIn = (plan: string) => textLines(createReadStream(plan, { highWaterMark: pieceSize }));
const isEnd = (text: string) => text.startsWith('{"create"');

type Head = { plan: string; made: bigint; file: string; match: MatchMethod };

/** Reads the head and the counts of a plan. @throws StartRefused if it is not complete */
export async function checkPlan(plan: string): Promise<{ head: Head; changes: number; refused: number }> {
  let head: Given | undefined;
  let end: Given | undefined;
  const counts = { changes: 0, refused: 0 };
  let number = 0;
  for await (const text of linesIn(plan)) {
    number++;
    if (number === 1 && !text.startsWith('{')) break;
    if (number === 1) head = readPlanLine(text, number);
    else if (isEnd(text)) end = readPlanLine(text, number);
    else {
      const row = readPlanRow(text, number);
      if (isChange(row)) counts.changes++;
      else if (isRefused(row)) counts.refused++;
    }
  }
  const isMatch = matchMethods.some((method) => method === head?.match);
  if (typeof head?.plan !== 'string' || typeof head.made !== 'bigint' || typeof head.file !== 'string' || !isMatch)
    throw new StartRefused(`${plan} is no plan of an import. Make one with: rockola import FILE --plan PLAN`);
  if (end?.complete !== true) throw new StartRefused(`${plan} lacks its last line, so it was cut. Make a new plan.`);
  return { head: head as Head, ...counts };
}

export async function* rowsOfPlan(plan: string): AsyncGenerator<PlanRow> {
  let number = 0;
  for await (const text of linesIn(plan)) if (++number > 1 && !isEnd(text)) yield readPlanRow(text, number);
}

const reasons = {
  chosen: 'as you chose',
  'byte order mark': 'by its byte order mark',
  'zero bytes': 'by the zero bytes of its first letters',
  'valid UTF-8': 'since all of it is valid UTF-8',
  'not UTF-8': 'since it is not UTF-8',
};
const formats = {
  ndjson: 'lines of JSON',
  json: 'one JSON document',
  discogs: 'a dump of Discogs',
  musicbrainz: 'answers or a dump of MusicBrainz',
  wikidata: 'entities of Wikidata',
};
const separators: { [separator: string]: string } = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

export function readingSentences(reading: Reading): string[] {
  if (reading.format !== 'csv') return [`It is read as ${formats[reading.format]}.`];
  const { encoding, why, separator, columns } = reading;
  const used = columns.flatMap(({ name, member }) => (member ? [`${name} = ${member}`] : []));
  const unused = columns.flatMap(({ name, member }) => (member ? [] : [name]));
  return [
    `It is read as ${encoding}, ${reasons[why]}, with ${separators[separator]} between cells.`,
    `Columns: ${used.join(', ')}${unused.length > 0 ? `; not used: ${unused.join(', ')}` : ''}.`,
  ];
}
