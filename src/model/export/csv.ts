import type { RecordType } from '../record.ts';
import type { ExportFormat } from './format.ts';

/**
 * RFC 4180, one kind to a file: null is an empty cell, an empty text is "". The words of a list are joined by commas and contain none.
 *
 * @param guard changes the texts of cells
 */
function csvWith(guard: (text: string) => string, byteOrderMark = ''): ExportFormat {
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
    head: (_, type) => byteOrderMark + row(['id', ...type.ancestors.map((ancestor) => `${ancestor}_id`), ...type.names]),
    line(type, { record, ...above }) {
      const members = record as unknown as Record<string, unknown>;
      return row([record.id, ...type.ancestors.map((ancestor) => above[`${ancestor}Id`]), ...valuesOf(type, members)]);
    },
  };
}

const valuesOf = ({ names }: RecordType<never>, record: Record<string, unknown>) => names.map((name) => record[name]);

export const csv = csvWith((text) => text);

/**
 * The places where a program may find a formula (OWASP, "CSV Injection"): at the start of a cell, or after another separator by which a
 * program may split it.
 */
const formulas = /^(?=[\t\r])|(?<=^|[;|\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/** For a spreadsheet program: an apostrophe stands before every possible formula, and a byte order mark tells the encoding. */
export const spreadsheet = csvWith((text) => text.replace(formulas, "'"), '\ufeff');
