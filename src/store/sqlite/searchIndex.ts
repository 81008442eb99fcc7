import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import { formsOf } from '../../model/search/forms.ts';
import type { Entry, NewWords } from '../search/knownWords.ts';
import type { Connection } from './database.ts';

/** Must not run within a savepoint: FTS5 writes a segment at the end of each savepoint. */
export function writeEntries({ run }: Connection, words: NewWords, entries: Entry[]): void {
  addWords(run, words);
  for (const kind of searchedKinds) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    remove(run, kind, ofKind);
    write(run, kind, ofKind);
  }
}

type Run = Connection['run'];

function remove(run: Run, kind: SearchedKind, entries: Entry[]): void {
  for (const { id, document } of entries) {
    if (document) continue;
    run(`delete from ${kind}_index where id = $1`, id);
    run(`delete from ${kind}_words where rowid = $1`, id);
  }
}

/** One statement for all rows of a table. Each row is a JSON array with its id as text, since JSON numbers are not exact. */
function write(run: Run, kind: SearchedKind, entries: Entry[]): void {
  const documents = entries.flatMap(({ id, document }) => (document ? [{ id: String(id), ...document }] : []));
  if (documents.length === 0) return;
  run(
    `insert into ${kind}_index (id, name_key) select cast(value ->> 0 as integer), value ->> 1 from json_each($1) where true
     on conflict (id) do update set name_key = excluded.name_key where name_key <> excluded.name_key`,
    JSON.stringify(documents.map(({ id, nameKey }) => [id, nameKey])),
  );
  run(
    `insert or replace into ${kind}_words (rowid, title, text) select cast(value ->> 0 as integer), value ->> 1, value ->> 2 from json_each($1)`,
    JSON.stringify(documents.map(({ id, title, text }) => [id, title.join(' '), text.join(' ')])),
  );
}

function addWords(run: Run, words: NewWords): void {
  if (words.size === 0) return;
  run(
    `insert into word (word, named) select value ->> 0, value ->> 1 from json_each($1) where true
     on conflict (word) do update set named = excluded.named where named < excluded.named`,
    JSON.stringify([...words]),
  );
  // In the order of the table, which is faster for many rows.
  const forms = [...words].flatMap(([word, standing]) => formsOf(word, standing === 1 ? 2 : 1).map((form) => [form, word] as const));
  forms.sort(([a], [b]) => a - b);
  run(
    'insert into word_form (form, word) select value ->> 0, value ->> 1 from json_each($1) where true on conflict (form, word) do nothing',
    JSON.stringify(forms),
  );
}

/** The words that are not in the index yet, or only with a lower rank. */
export function unknownOf({ all }: Connection, words: NewWords): NewWords {
  const found = all(
    `select value ->> 0 as word, value ->> 1 as standing from json_each($1)
     where not exists (select 1 from word where word = value ->> 0 and named >= value ->> 1)`,
    JSON.stringify([...words]),
  );
  return new Map(found.map(({ word, standing }) => [String(word), Number(standing)]));
}
