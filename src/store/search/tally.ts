import type { SearchedKind } from '../../model/record.ts';
import type { Document } from '../../model/search/indexed.ts';
import type { Reader } from '../store.ts';

const pageSize = 20_000;

/** Compares the index of a kind with its records, by a text for each entry: equal texts mean equal entries. */
export type Tally = {
  /** The texts by id: of the entries after the id `after`, up to the id `last` or to the end. */
  readPage(after: bigint, last: bigint | undefined): Promise<Map<bigint, string>>;
  /** The expected text of a record's entry. */
  expect(id: bigint, document: Document): string;
  /** To call after all pages. @returns ids of entries with other words than expected; on PostgreSQL none, since the texts have the words */
  listDifferent(): Promise<bigint[]>;
};

export function createTally(reader: Reader, kind: SearchedKind): Tally {
  return reader.engine === 'sqlite' ? tallyOfFts(reader, kind) : tallyOfArrays(reader, kind);
}

function tallyOfArrays(reader: Reader, kind: SearchedKind): Tally {
  return {
    async readPage(after, last) {
      const rows = await pageOf(
        reader,
        kind,
        'id, name_key, array_to_json(title)::text as title, array_to_json(words)::text as words',
        after,
        last,
      );
      return new Map(rows.map((row) => [row.id as bigint, `${row.name_key} ${row.title} ${row.words}`]));
    },
    expect: (_, { nameKey, title, text }) => `${nameKey} ${JSON.stringify(title)} ${JSON.stringify([...title, ...text])}`,
    listDifferent: async () => [],
  };
}

/**
 * FTS5 lists records by word. So for each record the tally sums the hashes of the expected words minus those of the indexed words: 0 if
 * equal.
 */
function tallyOfFts(reader: Reader, kind: SearchedKind): Tally {
  const sums = new Map<bigint, number>();
  const add = (id: bigint, word: string, column: string, sign: number) =>
    sums.set(id, (sums.get(id) ?? 0) + sign * Bun.hash.xxHash32(`${column} ${word}`));

  return {
    async readPage(after, last) {
      const rows = await pageOf(reader, kind, 'id, name_key', after, last);
      return new Map(rows.map((row) => [row.id as bigint, String(row.name_key)]));
    },
    expect(id, { nameKey, title, text }) {
      for (const word of title) add(id, word, 'title', 1);
      for (const word of text) add(id, word, 'text', 1);
      return nameKey;
    },
    async listDifferent() {
      await eachIndexed(reader, kind, (id, word, column) => add(id, word, column, -1));
      return [...sums].filter(([, sum]) => sum !== 0).map(([id]) => id);
    },
  };
}

async function eachIndexed(reader: Reader, kind: SearchedKind, onWord: (id: bigint, word: string, column: string) => void): Promise<void> {
  const sql = `select term, doc, col from ${kind}_words_kept where term >= $1 order by term limit $2`;
  for (let from = '', size = pageSize; ; ) {
    const rows = await reader.all(sql, from, size);
    const isLast = rows.length < size;
    const end = rows.at(-1)?.term;
    // The last word of a page may continue on the next page, which begins with it.
    const whole = isLast ? rows : rows.filter(({ term }) => term !== end);
    for (const { term, doc, col } of whole) onWord(doc as bigint, String(term), String(col));
    if (isLast) return;
    if (whole.length === 0) size *= 4;
    from = String(end);
  }
}

function pageOf(reader: Reader, kind: SearchedKind, columns: string, after: bigint, last: bigint | undefined) {
  return reader.all(
    `select ${columns} from ${kind}_index where id > $1${last === undefined ? '' : ' and id <= $2'} order by id`,
    after,
    ...(last === undefined ? [] : [last]),
  );
}
