import { isYear } from './variants.ts';

const list = (words: string) => words.split(' ');

/** Articles, prepositions and the like in Spanish and English: people leave them out, add them and confuse them. */
const stopWords = new Set(list('a al and con de del e el en la las le lo los of on o para por su sus the un una unos y & do in i'));

/** What all that is kept here is, or what people do with it: they add it, and mean no more by it. */
const generalWords = new Set(
  list(
    'album albumes albums argentina argentino argentine artista artistas audio banda bandas band bands biografia cancion canciones cd ' +
      'concierto conjunto descargar disco discos discografia download ep escuchar exitos feat featuring ft full greatest grupo grupos ' +
      'hits letra letras live lp lyrics mejores mp3 music musica nacional official oficial online recital remaster ' +
      'remastered rock song songs spotify tema temas video videos vivo vol volumen volume wikipedia youtube',
  ),
);

/** Whether a record need not have a word that a query has. */
export function isOptional(word: string): boolean {
  return stopWords.has(word) || generalWords.has(word) || isLetter(word) || isYear(word);
}

/** A single one, but no digit: in a name an initial. */
export function isLetter(word: string): boolean {
  return word.length === 1 && !/\d/.test(word);
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** How much a word says about what is meant: of 100. Whole, so that sums are exact in any order. */
export function weightOf(word: string): number {
  if (stopWords.has(word)) return 15;
  if (generalWords.has(word) || isLetter(word)) return 30;
  return isYear(word) ? 60 : 100;
}
