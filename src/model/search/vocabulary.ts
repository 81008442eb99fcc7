/** The distinct words of the index. Both engines return the same words in the same order. */
export type Vocabulary = {
  /** Whether lookups by form or beginning also return words that only titles of tracks have, so that misspelt words find tracks. */
  withTracks: boolean;
  /** Returns the words that the index has. */
  known(words: string[]): Promise<Set<string>>;
  /** Words with one of these forms, in the order of their code points. */
  withForms(forms: number[], limit: number): Promise<string[]>;
  /** Words with this beginning: words of names first, each group in the order of its code points. */
  beginningWith(letters: string, limit: number): Promise<string[]>;
};

/** A vocabulary that caches each lookup, since one search repeats many. */
export function cachingVocabulary(vocabulary: Vocabulary): Vocabulary {
  const answers = new Map<string, boolean>();
  const beginnings = new Map<string, { words: string[]; limit: number }>();
  const known = async (words: string[]) => {
    const asked = [...new Set(words)].filter((word) => !answers.has(word));
    const found = asked.length > 0 ? await vocabulary.known(asked) : new Set<string>();
    for (const word of asked) answers.set(word, found.has(word));
    return new Set(words.filter((word) => answers.get(word)));
  };
  const beginningWith = async (letters: string, limit: number) => {
    const before = beginnings.get(letters);
    const isAll = before && before.words.length < before.limit;
    if (before && (isAll || limit <= before.limit)) return before.words.slice(0, limit);
    const words = await vocabulary.beginningWith(letters, limit);
    beginnings.set(letters, { words, limit });
    return words;
  };
  return { ...vocabulary, known, beginningWith };
}
