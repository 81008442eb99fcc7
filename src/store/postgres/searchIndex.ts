import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import { formsOf } from '../../model/search/forms.ts';
import type { Entry, NewWords } from '../search/knownWords.ts';
import type { Transaction } from '../store.ts';

/** Words are inserted in sorted order, so that two transactions with the same words wait for each other and do not deadlock. */
export async function writeEntries({ run }: Pick<Transaction, 'run'>, words: NewWords, entries: Entry[]): Promise<void> {
  await addWords(run, words);
  for (const kind of searchedKinds) {
    const ofKind = entries.filter((entry) => entry.kind === kind);
    await remove(run, kind, ofKind);
    await write(run, kind, ofKind);
  }
}

type Run = Transaction['run'];

async function remove(run: Run, kind: SearchedKind, entries: Entry[]): Promise<void> {
  const ids = entries.filter(({ document }) => document === undefined).map(({ id }) => String(id));
  if (ids.length === 0) return;
  await run(
    `delete from ${kind}_index where id in (select cast(value as bigint) from jsonb_array_elements_text(cast($1 as jsonb)))`,
    toJson(ids),
  );
}

/** As JSON, since arrays of the driver need a conversion for each type. */
async function write(run: Run, kind: SearchedKind, entries: Entry[]): Promise<void> {
  const rows = entries.flatMap(({ id, document }) =>
    document ? [{ id: String(id), name_key: document.nameKey, title: document.title, words: [...document.title, ...document.text] }] : [],
  );
  if (rows.length === 0) return;
  await run(
    `insert into ${kind}_index (id, name_key, title, words)
     select id, name_key, title, words from jsonb_to_recordset(cast($1 as jsonb)) as r (id bigint, name_key text, title text[], words text[])
     on conflict (id) do update set name_key = excluded.name_key, title = excluded.title, words = excluded.words`,
    toJson(rows),
  );
}

async function addWords(run: Run, words: NewWords): Promise<void> {
  const rows = [...words].map(([word, named]) => ({ word, named, forms: formsOf(word, named === 1 ? 2 : 1) }));
  if (rows.length === 0) return;
  await run(
    `insert into word (word, named, forms)
     select word, named, forms from jsonb_to_recordset(cast($1 as jsonb)) as r (word text, named bigint, forms integer[]) order by word collate "C"
     on conflict (word) do update set named = excluded.named, forms = excluded.forms
       where word.named < excluded.named or (word.named = excluded.named and word.forms <> excluded.forms)`,
    toJson(rows),
  );
}

function toJson(value: unknown): string {
  return JSON.stringify(value);
}
