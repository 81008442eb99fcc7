/** What a character of a text means to a search. */
export type Reading =
  /** Letters and digits as they are compared: "Á" is "a", "ß" is "ss". */
  | string
  /** An accent, or another mark on the letter before. */
  | typeof mark
  /** Invisible, or an apostrophe: a word goes on after it. */
  | typeof nothing
  /** A space, a punctuation mark, an emoji: a word ends. */
  | typeof gap;

export const mark = 0;
export const nothing = 1;
export const gap = 2;

/** @param character one code point */
export function readCharacter(character: string): Reading {
  const code = character.charCodeAt(0);
  if (code < 0x80) return readAscii(character, code);
  const letters = withoutMarks(character);
  if (letters !== '') return letters;
  if (/\p{M}/u.test(character)) return mark;
  return /[\p{Cf}’ʼ´]/u.test(character) ? nothing : gap;
}

function readAscii(character: string, code: number): Reading {
  if ((code >= 0x61 && code <= 0x7a) || (code >= 0x30 && code <= 0x39)) return character;
  if (code >= 0x41 && code <= 0x5a) return character.toLowerCase();
  return character === "'" || character === '`' ? nothing : gap;
}

function withoutMarks(character: string): string {
  const plain = character.normalize('NFKD').toLowerCase().normalize('NFKD');
  return plain.replace(/[^\p{L}\p{N}]/gu, '').replace(/[^a-z0-9]/gu, (letter) => latin[letter] ?? letter);
}

/** Letters of the Latin script that Unicode does not take apart. */
const latin: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h' };
