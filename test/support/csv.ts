/** Parses CSV strictly by RFC 4180. An empty cell without quotes is null. @throws if the text is not CSV */
export function readCsv(text: string): (string | null)[][] {
  const rows: (string | null)[][] = [];
  let row: (string | null)[] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (cell.lastIndex < text.length) {
    const start = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no cell at ${start}: ${JSON.stringify(text.slice(start, start + 40))}`);
    const [, quoted, plain, end] = found;
    row.push(quoted !== undefined ? quoted.replaceAll('""', '"') : plain || null);
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}
