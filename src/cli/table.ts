import { shown } from '../model/shown.ts';

/** Lines with aligned columns. Control characters of the rows are escaped. */
export function table(headings: string[], rows: string[][]): string[] {
  const cells = [headings, ...rows.map((row) => row.map(shown))];
  const widths = headings.map((_, i) => Math.max(...cells.map((row) => Bun.stringWidth(row[i] ?? ''))));
  const padded = (cell: string, i: number) => cell + ' '.repeat((widths[i] ?? 0) - Bun.stringWidth(cell));
  return cells.map((row) => row.map(padded).join('  ').trimEnd());
}
