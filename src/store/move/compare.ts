import { countRows, pages, type Report } from './copy.ts';
import type { End } from './end.ts';
import { canonical, type Table } from './tables.ts';

/** For both sides, the number of rows of a table and the SHA-256 of all of them in hexadecimal. */
export type Comparison = { table: string; rows: [number, number]; checksum: [string, string]; equal: boolean };

type Digest = { rows: number; checksum: string };

/** Reads both stores completely. Compares their rows, next ids and totals. */
export async function compareEnds(source: End, target: End, tables: Table[], report: Report): Promise<Comparison[]> {
  const found: Comparison[] = [];
  for (const table of tables) {
    const total = await countRows(source, table);
    const digests = Promise.all([
      digestTable(source, table, (done) => report('Comparing', table.name, done, total)),
      digestTable(target, table),
    ]);
    found.push(comparison(table.name, ...(await digests)));
  }
  return [...found, comparison('(counters)', await digestCounters(source), await digestCounters(target))];
}

async function digestTable(end: End, table: Table, report?: (done: number) => void): Promise<Digest> {
  const hasher = new Bun.CryptoHasher('sha256');
  let rows = 0;
  report?.(0);
  for await (const page of pages(end, table)) {
    hasher.update(page.map((row) => `${canonical(table, row)}\n`).join(''));
    rows += page.length;
    report?.(rows);
  }
  return { rows, checksum: hasher.digest('hex') };
}

/** Compares counters by their values, since the engines store them in different ways. */
async function digestCounters(end: End): Promise<Digest> {
  const [total] = await end.all('select artists, accounts, (select coalesce(sum(albums), 0) from album_count) as albums from total');
  const counters = [...Object.entries(await end.nextIds()), ...Object.entries(total ?? {})]
    .map(([name, value]) => `${name} ${value}\n`)
    .sort();
  return { rows: counters.length, checksum: new Bun.CryptoHasher('sha256').update(counters.join('')).digest('hex') };
}

function comparison(table: string, source: Digest, target: Digest): Comparison {
  return {
    table,
    rows: [source.rows, target.rows],
    checksum: [source.checksum, target.checksum],
    equal: source.rows === target.rows && source.checksum === target.checksum,
  };
}
