import type { SearchedKind } from '../../model/record.ts';
import { type Document, textStanding } from '../../model/search/indexed.ts';
import { areInitials } from '../../model/search/initials.ts';

/** The new entry of a record in the index; without a document the entry is removed. */
export type Entry = { kind: SearchedKind; id: bigint; document: Document | undefined };

/** Then all are forgotten. */
const maxWords = 100_000;

/** Words to add to the vocabulary, with the best place that they stand in: 1 a name, 0 another text, -1 titles of tracks alone. */
export type NewWords = Map<string, number>;

/** Words that are certainly in the store, so that only new words cost a statement. */
export type KnownWords = ReturnType<typeof createKnownWords>;

export function createKnownWords() {
  const known: NewWords = new Map();

  return {
    /** The words of entries that may be new, or may not be known to stand in such a place. */
    unknown(entries: Entry[]): NewWords {
      const added: NewWords = new Map();
      const add = (word: string, standing: number) => {
        if ((added.get(word) ?? known.get(word) ?? Number.NEGATIVE_INFINITY) < standing) added.set(word, standing);
      };
      for (const { kind, document } of entries) {
        for (const word of document?.title ?? []) if (!areInitials(word)) add(word, 1);
        for (const word of document?.text ?? []) add(word, textStanding(kind));
      }
      return added;
    },
    /** Call it after the commit. */
    remember(added: NewWords): void {
      if (known.size > maxWords) known.clear();
      for (const [word, standing] of added) known.set(word, standing);
    },
  };
}
