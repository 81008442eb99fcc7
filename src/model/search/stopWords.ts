/** Articles, prepositions and the like in Spanish and English: people leave them out, add them and confuse them. */
const stopWords = new Set('a al and con de del e el en la las le lo los of on o para por su sus the un una unos y & da do in i'.split(' '));

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** How much a word says about what is meant, from 0 to 1. */
export function weightOf(word: string): number {
  return stopWords.has(word) ? 0.15 : 1;
}
