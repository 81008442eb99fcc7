import type { Document } from '../../model/search/indexed.ts';
import { areInitials } from '../../model/search/initials.ts';

/** Then all are forgotten. */
const maxWords = 100_000;

/** Words to add to the vocabulary: those of names, and the others. */
export type NewWords = { named: string[]; others: string[] };

/** Words that are certainly in the store, so that only new words cost a statement. */
export type KnownWords = ReturnType<typeof createKnownWords>;

export function createKnownWords() {
  const named = new Set<string>();
  const others = new Set<string>();

  return {
    /** The words of documents that may be new. */
    unknown(documents: Document[]): NewWords {
      const newNamed = new Set<string>();
      const newOthers = new Set<string>();
      for (const { title, text } of documents) {
        for (const word of title) if (!named.has(word) && !areInitials(word)) newNamed.add(word);
        for (const word of text) if (!others.has(word) && !named.has(word)) newOthers.add(word);
      }
      return { named: [...newNamed], others: [...newOthers.difference(newNamed)] };
    },
    /** Call it after the commit. */
    remember(added: NewWords): void {
      if (named.size + others.size > maxWords) {
        named.clear();
        others.clear();
      }
      for (const word of added.named) named.add(word);
      for (const word of added.others) others.add(word);
    },
  };
}
