import { characterReader, gap, isPlain, mark, plainLetters } from './letters.ts';

/** A word of a text as searches compare it, and its position. */
export type Word = {
  /** In lower case, without accents; of a longer word the first 40 UTF-16 units. */
  text: string;
  /** Offsets in UTF-16 units of the text: from `start` up to, not including, `end`. */
  start: number;
  end: number;
};

const longestWord = 40;

/**
 * The words of a text in order, both for the index and for a query. Letters with dots between them are one word ("A.N.I.M.A.L."), and a
 * possessive "'s" is omitted. Time grows with the length of the text, whatever it contains.
 *
 * @param most words to read; the rest of the text is ignored
 */
export function wordsOf(text: string, most = Number.POSITIVE_INFINITY): Word[] {
  if (isPlain(text)) {
    const words = plainRunsOf(text, most);
    return text.includes('.') ? joined(text, words) : words;
  }
  const words = runsOf(text, most);
  for (const word of words) dropPossessive(text, word);
  return joined(text, words);
}

function joined(text: string, words: Word[]): Word[] {
  return words.some((word, i) => isDotted(text, words[i - 1], word)) ? joinAcronyms(text, words) : words;
}

/** The same as `runsOf`, but several times as fast; most texts are plain. */
function plainRunsOf(text: string, most: number): Word[] {
  const runs: Word[] = [];
  const letters = plainLetters(text);
  const run = /[a-z0-9]+/g;
  for (let found = run.exec(letters); found && runs.length < most; found = run.exec(letters)) {
    const [word] = found;
    runs.push({ text: word.length > longestWord ? word.slice(0, longestWord) : word, start: found.index, end: run.lastIndex });
  }
  return runs;
}

/** The runs of letters and digits. A mark, an apostrophe or an invisible character does not end a run. */
function runsOf(text: string, most: number): Word[] {
  const read = characterReader();
  const runs: Word[] = [];
  let open: Word | undefined;
  for (let at = 0; at < text.length; ) {
    const codePoint = text.codePointAt(at) ?? 0;
    const end = at + (codePoint > 0xffff ? 2 : 1);
    const reading = read(codePoint);
    if (typeof reading === 'string') {
      if (open) grow(open, reading, end);
      else if (runs.length >= most) break;
      else {
        open = { text: reading, start: at, end };
        runs.push(open);
      }
    } else if (reading === gap) open = undefined;
    else if (reading === mark && open) open.end = end;
    at = end;
  }
  return runs;
}

/** Letters beyond the bound are omitted whole, since half a surrogate pair is no valid text. */
function grow(word: Word, letters: string, end: number): void {
  if (word.text.length + letters.length <= longestWord) word.text += letters;
  word.end = end;
}

function dropPossessive(text: string, word: Word): void {
  if (!word.text.endsWith('s') || word.text.length < 3) return;
  const before = text[word.end - 2];
  if (before === "'" || before === '’') word.text = word.text.slice(0, -1);
}

/** Whether a word is a single letter that follows another one and a dot. */
function isDotted(text: string, before: Word | undefined, word: Word): boolean {
  return word.text.length === 1 && before !== undefined && before.end === word.start - 1 && text[before.end] === '.';
}

/** Joins single letters with dots between them into one word. */
function joinAcronyms(text: string, words: Word[]): Word[] {
  const joined: Word[] = [];
  let single = false;
  for (const word of words) {
    const before = joined.at(-1);
    if (single && before && isDotted(text, before, word)) grow(before, word.text, word.end);
    else {
      joined.push(word);
      single = word.text.length === 1;
    }
  }
  return joined;
}
