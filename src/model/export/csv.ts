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
 * For a program that calculates: it takes no text for a formula (OWASP, "CSV Injection"), and the mark at the beginning tells it the encoding.
 * What it guards is not as the catalogue has it.
 */
export const spreadsheet = csvWith((text) => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text), '\ufeff');
