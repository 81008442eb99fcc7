import { isYear } from './variants.ts';

const list = (words: string) => words.split(' ');

/** Articles, prepositions and similar words in Spanish and English: people omit, add and confuse them. */
const stopWords = new Set(list('a al and con de del e el en la las le lo los of on o para por su sus the un una unos y & do in i'));

/** Words for a kind of thing or for an action, which people add without meaning a name. */
const generalWords = new Set(
  list(
    'album albumes albums argentina argentino argentine artista artistas audio banda bandas band bands biografia cancion canciones cd ' +
      'concierto conjunto descargar disco discos discografia download ep escuchar exitos feat featuring ft full greatest grupo grupos ' +
      'hits letra letras live lp lyrics mejores mp3 music musica nacional official oficial online recital remaster ' +
      'remastered rock song songs spotify tema temas video videos vivo vol volumen volume wikipedia youtube',
  ),
);

/** Whether a record without this word of the query may still match. */
export function isOptional(word: string): boolean {
  return stopWords.has(word) || generalWords.has(word) || isLetter(word) || isYear(word);
}

/** A single letter, but no digit: an initial of a name. */
export function isLetter(word: string): boolean {
  return word.length === 1 && !/\d/.test(word);
}

export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** How well a word distinguishes records, up to 100. An integer, so that sums are exact in any order. */
export function weightOf(word: string): number {
  if (stopWords.has(word)) return 15;
  if (generalWords.has(word) || isLetter(word)) return 30;
  return isYear(word) ? 60 : 100;
}
