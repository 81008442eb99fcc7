import { gap, mark, readCharacter } from './letters.ts';

/** A word of a text as searches compare it, and where it stands. */
export type Word = {
  /** Lower case, without accents; at most 40 UTF-16 units, longer words are cut. */
  text: string;
  /** Offsets in UTF-16 units of the text: from `start` up to, not including, `end`. */
  start: number;
  end: number;
};

const longestWord = 40;

/**
 * The words of a text, in their order: what the index keeps and what a query asks for. Letters with dots between them are one
 * word ("A.N.I.M.A.L."). Its time grows with the length of the text, whatever is in it.
 *
 * @param most words to read; the rest of the text is not looked at
 */
export function wordsOf(text: string, most = Number.POSITIVE_INFINITY): Word[] {
  const words: Word[] = [];
  let open: Word | undefined;
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    const end = at + character.length;
    const reading = readCharacter(character);
    if (reading === gap) open = undefined;
    else if (typeof reading === 'string' && open) grow(open, reading, end);
    else if (typeof reading === 'string') {
      if (words.length >= most) break;
      open = begin(words, text, { text: reading, start: at, end });
    } else if (reading === mark && open) open.end = end;
    at = end;
  }
  return words;
}

function grow(word: Word, letters: string, end: number): void {
  if (word.text.length < longestWord) word.text += letters;
  word.end = end;
}

/** Opens a word, or goes on with the one before where both are letters of an acronym. */
function begin(words: Word[], text: string, word: Word): Word {
  const before = words.at(-1);
  const dotted = before && before.end === word.start - 1 && text[before.end] === '.' && isLetter(text, word.end);
  if (dotted && (before.text.length === 1 || isAcronym(text, before))) {
    grow(before, word.text, word.end);
    return before;
  }
  words.push(word);
  return word;
}

/** Whether nothing that belongs to a word follows. */
function isLetter(text: string, end: number): boolean {
  const next = text.codePointAt(end);
  return next === undefined || typeof readCharacter(String.fromCodePoint(next)) !== 'string';
}

function isAcronym(text: string, { start, end }: Word): boolean {
  return text[end - 2] === '.' && end - 2 > start;
}
