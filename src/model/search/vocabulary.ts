/** The distinct words of the index, as a query needs them. Both engines give the same words in the same order. */
export type Vocabulary = {
  /** Those of the words that the index has. */
  known(words: string[]): Promise<Set<string>>;
  /** Words that have one of these forms, in the order of their code points. */
  withForms(forms: number[], most: number): Promise<string[]>;
  /** Words that begin so, those of names first, each in the order of their code points. */
  beginningWith(letters: string, most: number): Promise<string[]>;
};
