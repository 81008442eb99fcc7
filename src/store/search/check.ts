import { type Fields, type RecordType, type SearchedKind, searchedKinds } from '../../model/record.ts';
import { formsOf } from '../../model/search/forms.ts';
import { generation } from '../../model/search/generation.ts';
import { documentOf, textStanding } from '../../model/search/indexed.ts';
import { areInitials } from '../../model/search/initials.ts';
import { recordTables } from '../kinds.ts';
import type { RecordTable } from '../record.ts';
import type { Reader } from '../store.ts';
import { listBehind } from './behind.ts';
import { readIndexState } from './state.ts';
import { createTally } from './tally.ts';

const pageSize = 1_000;
/** More revisions than the index ever lags behind in a running service. */
const maxBehind = 100_000;

/** The words of all documents, with the best rank of each. */
type Vocabulary = Map<string, number>;

/** Compares the search index with the records, if it is complete. @returns a sentence for each fault */
export async function checkIndex(reader: Reader): Promise<string[]> {
  const { complete, building, rules } = await readIndexState(reader);
  if (rules !== generation)
    return [
      `the search index is made by generation ${rules} of the rules for words, this program has ${generation}; a service builds it again by itself`,
    ];
  if (!complete || building) return [];
  const words: Vocabulary = new Map();
  const { changed } = await listBehind(reader, maxBehind);
  const faults: string[] = [];
  for (const kind of searchedKinds) {
    const table = recordTables[kind] as unknown as RecordTable<Fields>;
    faults.push(...(await checkDocuments(reader, kind, table, words, new Set(changed[kind]))));
  }
  faults.push(...(await checkWords(reader, words)));
  return faults.length === 0 ? [] : [...faults, 'the search index can be made again: rockola index --rebuild'];
}

/** @param behind ids of records whose changes the index does not have yet. Their entries are not checked */
async function checkDocuments<F extends Fields>(
  reader: Reader,
  kind: SearchedKind,
  { type, listAfter }: RecordTable<F>,
  words: Vocabulary,
  behind: Set<bigint>,
): Promise<string[]> {
  const tally = createTally(reader, kind);
  const faults: string[] = [];
  for (let after = 0n, more = true; more; ) {
    const records = (await listAfter(reader, after, pageSize)).map(({ record }) => record);
    more = records.length === pageSize;
    const last = more ? records.at(-1)?.id : undefined;
    const kept = await tally.readPage(after, last);
    for (const id of behind) kept.delete(id);
    for (const record of records.filter(({ id }) => !behind.has(id))) {
      const document = documentOf({ type: type as unknown as RecordType<never>, record });
      for (const word of document.title) if (!areInitials(word)) words.set(word, 1);
      for (const word of document.text) words.set(word, Math.max(words.get(word) ?? -1, textStanding(kind)));
      const entry = kept.get(record.id);
      kept.delete(record.id);
      if (!entry) faults.push(`the search index lacks ${kind} ${record.id}`);
      else if (entry !== tally.expect(record.id, document)) faults.push(differs(kind, record.id));
    }
    for (const id of kept.keys()) faults.push(`the search index has ${kind} ${id}, which is not there`);
    after = last ?? after;
  }
  for (const id of await tally.listDifferent()) if (!behind.has(id)) faults.push(differs(kind, id));
  return [...new Set(faults)];
}

function differs(kind: string, id: bigint): string {
  return `the search index has ${kind} ${id} with other words than the record has`;
}

async function checkWords(reader: Reader, words: Vocabulary): Promise<string[]> {
  const formsKept = await readForms(reader);
  const faults: string[] = [];
  for (let after = ''; ; ) {
    const page = await reader.all('select word, named from word where word > $1 order by word limit $2', after, pageSize);
    for (const row of page) {
      const word = String(row.word);
      const rank = words.get(word) ?? -1;
      words.delete(word);
      if (Number(row.named) < rank)
        faults.push(`the search index does not know that "${word}" is in a ${rank === 1 ? 'name' : 'description'}`);
      const forms = formsOf(word, row.named === 1n ? 2 : 1);
      const kept = formsKept.get(word);
      if (
        (!kept && forms.length > 0) ||
        (kept && (kept.count < forms.length || (kept.count === forms.length && kept.sum !== forms.reduce((sum, form) => sum + form, 0))))
      )
        faults.push(`the search index lacks forms of the word "${word}"`);
    }
    after = String(page.at(-1)?.word ?? after);
    if (page.length < pageSize) break;
  }
  for (const word of words.keys()) faults.push(`the search index lacks the word "${word}"`);
  return faults;
}

async function readForms(reader: Reader): Promise<Map<string, { count: number; sum: number }>> {
  const rows = await reader.all(
    reader.engine === 'sqlite'
      ? 'select word, count(*) as count, sum(form) as sum from word_form group by word'
      : 'select word, (select count(*) from unnest(forms)) as count, (select coalesce(sum(form), 0)::bigint from unnest(forms) as form) as sum from word',
  );
  return new Map(rows.map(({ word, count, sum }) => [String(word), { count: Number(count), sum: Number(sum) }]));
}
