import { formsOf } from '../../model/search/forms.ts';
import type { Entry } from '../search/indexWriter.ts';
import type { NewWords } from '../search/knownWords.ts';
import type { Connection } from './database.ts';

/** Brings words and entries into the index. Not within a savepoint, at whose end FTS5 would write a segment of its own. */
export function writeEntries({ run }: Connection, words: NewWords, entries: Entry[]): void {
  addWords(run, words);
  for (const entry of entries) writeEntry(run, entry);
}

type Run = Connection['run'];

function writeEntry(run: Run, { kind, id, document }: Entry): void {
  if (document === undefined) {
    run(`delete from ${kind}_index where id = $1`, id);
    run(`delete from ${kind}_words where rowid = $1`, id);
    return;
  }
  run(
    `insert into ${kind}_index (id, name_key) values ($1, $2)
     on conflict (id) do update set name_key = excluded.name_key where name_key <> excluded.name_key`,
    id,
    document.nameKey,
  );
  run(
    `insert or replace into ${kind}_words (rowid, title, text) values ($1, $2, $3)`,
    id,
    document.title.join(' '),
    document.text.join(' '),
  );
}

function addWords(run: Run, { named, others }: NewWords): void {
  for (const word of others) run('insert into word (word, named) values ($1, 0) on conflict (word) do nothing', word);
  for (const word of named)
    run('insert into word (word, named) values ($1, 1) on conflict (word) do update set named = 1 where named = 0', word);
  // In the order of the table, which is quicker for many.
  const forms = [
    ...named.flatMap((word) => formsOf(word).map((form) => ({ form, word }))),
    ...others.flatMap((word) => formsOf(word, 1).map((form) => ({ form, word }))),
  ];
  forms.sort((one, other) => one.form - other.form);
  for (const { form, word } of forms)
    run('insert into word_form (form, word) values ($1, $2) on conflict (form, word) do nothing', form, word);
}
