import { cachingVocabulary, type Vocabulary } from '../../model/search/vocabulary.ts';
import { elementsOf } from '../elements.ts';
import type { Reader } from '../store.ts';

/** The words of the index, on either engine, for one search. */
export function vocabularyOf(reader: Reader, withTracks = false): Vocabulary {
  /** `named` is 1 for words of names, 0 for words of other texts, and -1 for words that only titles of tracks have. */
  const minNamed = withTracks ? -1 : 0;
  const words = async (sql: string, ...values: (string | number)[]) => (await reader.all(sql, ...values)).map(({ word }) => String(word));
  const inList = elementsOf(reader, '$1');
  const near = {
    sqlite: `select distinct f.word from word_form f cross join word w where f.form in ${inList} and w.word = f.word and w.named >= ${minNamed}
      order by f.word limit $2`,
    // One query for each form: for few words the planner would scan all forms instead of using the index.
    postgres: `select distinct word from unnest(cast($1 as integer[])) as asked (form) join word on forms @> array[asked.form]
      where named >= ${minNamed} order by word limit $2`,
  };

  return cachingVocabulary({
    withTracks,
    known: async (asked) => new Set(await words(`select word from word where word in ${inList}`, JSON.stringify(asked))),
    withForms: async (forms, limit) =>
      forms.length === 0 ? [] : words(near[reader.engine], reader.engine === 'sqlite' ? JSON.stringify(forms) : `{${forms.join()}}`, limit),
    async beginningWith(letters, limit) {
      const end = `${letters}\u{10ffff}`;
      const named = await words(
        'select word from word where named = 1 and word >= $1 and word < $2 order by word limit $3',
        letters,
        end,
        limit,
      );
      if (named.length === limit) return named;
      const others = `select word from word where named between ${minNamed} and 0 and word >= $1 and word < $2 order by word limit $3`;
      return [...named, ...(await words(others, letters, end, limit - named.length))];
    },
  });
}
