const list = (words: string) => words.split(' ');

/** Articles, prepositions and the like in Spanish and English: people leave them out, add them and confuse them. */
const stopWords = new Set(list('a al and con de del e el en la las le lo los of on o para por su sus the un una unos y & do in i'));

/** What all that is kept here is: people add it, and mean no more by it. */
const generalWords = new Set(
  list(
    'album albumes albums argentina argentino argentine artista banda band cancion canciones conjunto disco discos ' +
      'discografia grupo group musica music nacional rock song songs tema temas',
  ),
);

/** Whether a record need not have a word that a query has. */
export function isOptional(word: string): boolean {
  return stopWords.has(word) || generalWords.has(word);
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** How much a word says about what is meant: of 100. Whole, so that sums are exact in any order. */
export function weightOf(word: string): number {
  return stopWords.has(word) ? 15 : generalWords.has(word) ? 30 : 100;
}
