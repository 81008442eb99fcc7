import { characterReader, gap, mark } from './letters.ts';

/** A word of a text as searches compare it, and its position. */
export type Word = {
  /** Lower case, without accents; of a word that is longer the first 40 UTF-16 units. */
  text: string;
  /** Offsets in UTF-16 units of the text: from `start` up to, not including, `end`. */
  start: number;
  end: number;
};

const longestWord = 40;

/**
 * The words of a text, in their order: what the index keeps and what a query asks for. Letters with dots between them are one
 * word ("A.N.I.M.A.L."), and a possessive "'s" is left out. Its time grows with the length of the text, whatever is in it.
 *
 * @param most words to read; the rest of the text is not looked at
 */
export function wordsOf(text: string, most = Number.POSITIVE_INFINITY): Word[] {
  const read = characterReader();
  const words: Word[] = [];
  let open: Word | undefined;
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    const end = at + (codePoint > 0xffff ? 2 : 1);
    const reading = read(codePoint);
    if (typeof reading === 'string') {
      if (open) grow(open, reading, end);
      else if (words.length >= most) break;
      else {
        open = { text: reading, start: at, end };
        words.push(open);
      }
    } else if (reading === gap) open = undefined;
    else if (reading === mark && open) open.end = end;
    at = end;
  }
  return joinAcronyms(
    text,
    words.map((word) => withoutPossessive(text, word)),
  );
}

/** Letters that no longer fit are left out whole, for half a surrogate pair is no text. */
function grow(word: Word, letters: string, end: number): void {
  if (word.text.length + letters.length <= longestWord) word.text += letters;
  word.end = end;
}

function withoutPossessive(text: string, word: Word): Word {
  const before = text[word.end - 2];
  if ((before !== "'" && before !== '’') || !word.text.endsWith('s') || word.text.length < 3) return word;
  return { ...word, text: word.text.slice(0, -1) };
}

/** Makes one word of single letters with a dot between each two. */
function joinAcronyms(text: string, words: Word[]): Word[] {
  const joined: Word[] = [];
  let single = false;
  for (const word of words) {
    const before = joined.at(-1);
    if (single && before && word.text.length === 1 && before.end === word.start - 1 && text[before.end] === '.') {
      grow(before, word.text, word.end);
    } else {
      joined.push(word);
      single = word.text.length === 1;
    }
  }
  return joined;
}
