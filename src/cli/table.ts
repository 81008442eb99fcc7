/** Rows under their headings in columns wide enough for all, for a terminal. */
export function table(headings: string[], rows: string[][]): string {
  const widths = headings.map((heading, i) => Math.max(heading.length, ...rows.map((row) => row[i]?.length ?? 0)));
  const line = (cells: string[]) =>
    cells
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(headings), ...rows.map(line)].join('\n');
}
