import type { SearchedKind } from '../../model/record.ts';
import { type Document, textStanding } from '../../model/search/indexed.ts';
import { areInitials } from '../../model/search/initials.ts';

/** The new entry of a record in the index; without a document the entry is removed. */
export type Entry = { kind: SearchedKind; id: bigint; document: Document | undefined };

/** If more words than this are known, all are forgotten. */
const maxWords = 100_000;

/** Words to add to the vocabulary, with their best rank: 1 in a name, 0 in another text, -1 in titles of tracks only. */
export type NewWords = Map<string, number>;

/** Words that are certainly in the store, so that only new words cost a statement. */
export type KnownWords = ReturnType<typeof createKnownWords>;

export function createKnownWords() {
  const known: NewWords = new Map();

  return {
    /** The words of entries that are not known yet, or only with a lower rank. */
    unknown(entries: Entry[]): NewWords {
      const added: NewWords = new Map();
      const add = (word: string, rank: number) => {
        if ((added.get(word) ?? known.get(word) ?? Number.NEGATIVE_INFINITY) < rank) added.set(word, rank);
      };
      for (const { kind, document } of entries) {
        for (const word of document?.title ?? []) if (!areInitials(word)) add(word, 1);
        for (const word of document?.text ?? []) add(word, textStanding(kind));
      }
      return added;
    },
    /** To call after the commit. */
    remember(added: NewWords): void {
      if (known.size > maxWords) known.clear();
      for (const [word, rank] of added) known.set(word, rank);
    },
  };
}
