import type { RecordType } from '../record.ts';
import type { ExportFormat } from './format.ts';

/**
 * RFC 4180, one kind to a file: null is nothing, an empty text is "". A list has commas between its words, which have none themselves.
 *
 * @param guard changes the texts of cells
 */
function csvWith(guard: (text: string) => string, mark = ''): ExportFormat {
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'string' ? guard(value) : Array.isArray(value) ? value.join(', ') : String(value);
    return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const row = (cells: unknown[]) => `${cells.map(cell).join(',')}\r\n`;
  return {
    mediaType: 'text/csv',
    ending: '.csv',
    mixes: false,
    head: (_, type) => mark + row(['id', ...type.ancestors.map((ancestor) => `${ancestor}_id`), ...type.names]),
    line(type, { record, ...above }) {
      const members = record as unknown as Record<string, unknown>;
      return row([record.id, ...type.ancestors.map((ancestor) => above[`${ancestor}Id`]), ...valuesOf(type, members)]);
    },
  };
}

const valuesOf = ({ names }: RecordType<never>, record: Record<string, unknown>) => names.map((name) => record[name]);

export const csv = csvWith((text) => text);

/**
 * The places where a program may take a cell for a formula (OWASP, "CSV Injection"): where it begins, or where a program splits it by another
 * separator.
 */
const formulas = /^(?=[\t\r])|(?<=^|[;|\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/** For a program that calculates: an apostrophe stands before what may be a formula, and the mark at the beginning tells the encoding. */
export const spreadsheet = csvWith((text) => text.replace(formulas, "'"), '\ufeff');
