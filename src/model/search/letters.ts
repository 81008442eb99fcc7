/** What a character of a text is to a search: letters and digits as they are compared ("Á" is "a", "ß" is "ss"), or one of these. */
export type Reading = string | typeof mark | typeof nothing | typeof gap;

/** An accent, or another mark on the letter before. */
export const mark = 0;
/** Invisible, or an apostrophe: a word goes on after it. */
export const nothing = 1;
/** A space, a punctuation mark, an emoji: a word ends. */
export const gap = 2;

/** Readers keep what they have read, so that a letter is taken apart once for a text. */
export function characterReader(): (codePoint: number) => Reading {
  let others: Map<number, Reading> | undefined;
  return (codePoint) => {
    const known = common[codePoint] ?? others?.get(codePoint);
    if (known !== undefined) return known;
    const reading = readCharacter(String.fromCodePoint(codePoint));
    others ??= new Map();
    others.set(codePoint, reading);
    return reading;
  };
}

function readCharacter(character: string): Reading {
  const letters = lettersOf(character);
  if (letters !== '') return letters;
  if (/\p{M}/u.test(character)) return mark;
  return /[\p{Cf}'`´’ʼ]/u.test(character) ? nothing : gap;
}

function lettersOf(character: string): string {
  const plain = character.normalize('NFKD').toLowerCase().normalize('NFKD');
  // U+02BC counts as a letter in Unicode, and is an apostrophe here: "ŉ" is made with it.
  return plain.replace(/[^\p{L}\p{N}]|ʼ/gu, '').replace(/[^a-z0-9]/gu, (letter) => whole[letter] ?? letter);
}

/** Letters that Unicode does not take apart. */
const whole: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ς: 'σ' };

/** The characters of most texts, read once: those of Latin script. */
const common = Array.from({ length: 0x250 }, (_, codePoint) => readCharacter(String.fromCodePoint(codePoint)));

const plain = /^[ -&(-_a-~¡¿«»–—“”…ÁÉÍÓÚÜÑáéíóúüñ\n]*$/;
const accented: Record<string, string> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };

/** Whether a text has nothing but letters of Spanish, digits, and what ends a word: no apostrophe, and no mark of its own. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** A plain text with its letters as they are compared, each where it was. */
export function plainLetters(text: string): string {
  return text.toLowerCase().replace(/[áéíóúüñ]/g, (letter) => accented[letter] ?? letter);
}
