import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import { formsOf } from '../../model/search/forms.ts';
import type { Document } from '../../model/search/indexed.ts';
import type { Transaction } from '../store.ts';
import type { Entry, NewWords } from './knownWords.ts';

type Written = Document & { id: string };
/** A statement with its only parameter, which is sent as JSON: arrays of PostgreSQL's driver need a conversion for each type. */
type Statement = [sql: string, parameter: unknown[]];
type Statements = {
  addWords(words: [word: string, rank: number][]): Statement[];
  remove(kind: SearchedKind, ids: string[]): Statement[];
  write(kind: SearchedKind, documents: Written[]): Statement[];
};

/** On SQLite it must not run within a savepoint: FTS5 writes a segment at the end of each. */
export async function writeEntries({ engine, run }: Pick<Transaction, 'engine' | 'run'>, words: NewWords, entries: Entry[]): Promise<void> {
  const { addWords, remove, write } = statementsOf[engine];
  const statements = words.size > 0 ? addWords([...words]) : [];
  for (const kind of searchedKinds) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    const removed = ofKind.flatMap(({ id, document }) => (document ? [] : [String(id)]));
    const documents = ofKind.flatMap(({ id, document }) => (document ? [{ id: String(id), ...document }] : []));
    if (removed.length > 0) statements.push(...remove(kind, removed));
    if (documents.length > 0) statements.push(...write(kind, documents));
  }
  for (const [sql, parameter] of statements) await run(sql, JSON.stringify(parameter));
}

const formsIn = (word: string, rank: number) => formsOf(word, rank === 1 ? 2 : 1);

/** Ids are texts, since numbers of JSON are not exact. */
const statementsOf: Record<Transaction['engine'], Statements> = {
  sqlite: {
    addWords(words) {
      const forms = words.flatMap(([word, rank]) => formsIn(word, rank).map((form) => [form, word] as const));
      // In the order of the table, which is faster for many rows.
      forms.sort(([a], [b]) => a - b);
      return [
        [
          `insert into word (word, named) select value ->> 0, value ->> 1 from json_each($1) where true
           on conflict (word) do update set named = excluded.named where named < excluded.named`,
          words,
        ],
        [
          'insert into word_form (form, word) select value ->> 0, value ->> 1 from json_each($1) where true on conflict (form, word) do nothing',
          forms,
        ],
      ];
    },
    remove: (kind, ids) => [
      [`delete from ${kind}_index where id in (select cast(value as integer) from json_each($1))`, ids],
      [`delete from ${kind}_words where rowid in (select cast(value as integer) from json_each($1))`, ids],
    ],
    write: (kind, documents) => [
      [
        `insert into ${kind}_index (id, name_key) select cast(value ->> 0 as integer), value ->> 1 from json_each($1) where true
         on conflict (id) do update set name_key = excluded.name_key where name_key <> excluded.name_key`,
        documents.map(({ id, nameKey }) => [id, nameKey]),
      ],
      [
        `insert or replace into ${kind}_words (rowid, title, text) select cast(value ->> 0 as integer), value ->> 1, value ->> 2 from json_each($1)`,
        documents.map(({ id, title, text }) => [id, title.join(' '), text.join(' ')]),
      ],
    ],
  },
  postgres: {
    // In sorted order, so that two transactions with the same words wait for each other and do not deadlock.
    addWords: (words) => [
      [
        `insert into word (word, named, forms)
         select word, named, forms from jsonb_to_recordset(cast($1 as jsonb)) as r (word text, named bigint, forms integer[]) order by word collate "C"
         on conflict (word) do update set named = excluded.named, forms = excluded.forms
           where word.named < excluded.named or (word.named = excluded.named and word.forms <> excluded.forms)`,
        words.map(([word, rank]) => ({ word, named: rank, forms: formsIn(word, rank) })),
      ],
    ],
    remove: (kind, ids) => [
      [`delete from ${kind}_index where id in (select cast(value as bigint) from jsonb_array_elements_text(cast($1 as jsonb)))`, ids],
    ],
    write: (kind, documents) => [
      [
        `insert into ${kind}_index (id, name_key, title, words)
         select id, name_key, title, words from jsonb_to_recordset(cast($1 as jsonb)) as r (id bigint, name_key text, title text[], words text[])
         on conflict (id) do update set name_key = excluded.name_key, title = excluded.title, words = excluded.words`,
        documents.map(({ id, nameKey, title, text }) => ({ id, name_key: nameKey, title, words: [...title, ...text] })),
      ],
    ],
  },
};
