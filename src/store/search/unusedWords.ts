import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import { formsOf } from '../../model/search/forms.ts';
import type { Transaction } from '../store.ts';

const noneHas = (kind: SearchedKind) => `not exists (select 1 from ${kind}_words_kept where term = value)`;

/**
 * Deletes unused words from a part of the index. On PostgreSQL it deletes none, since other nodes may have cached the words.
 *
 * @param from the number of words before this part, in order of the words
 * @returns the number of words of this part that stay, and whether more words follow
 */
export async function removeUnusedWords(tx: Transaction, from: bigint, limit: number): Promise<{ kept: bigint; more: boolean }> {
  if (tx.engine === 'postgres') return { kept: 0n, more: false };
  const words = (await tx.all('select word from word order by word limit $1 offset $2', limit, from)).map(({ word }) => String(word));
  const unused = await tx.all(
    `select value as word from json_each($1) where ${searchedKinds.map(noneHas).join(' and ')}`,
    JSON.stringify(words),
  );
  for (const { word } of unused) {
    for (const form of formsOf(String(word))) await tx.run('delete from word_form where form = $1 and word = $2', form, word as string);
    await tx.run('delete from word where word = $1', word as string);
  }
  return { kept: BigInt(words.length - unused.length), more: words.length === limit };
}
