/** The meaning of a character to a search: a letter or digit as it is compared ("Á" is "a", "ß" is "ss"), or a constant below. */
export type Reading = string | typeof mark | typeof nothing | typeof gap;

/** An accent or another mark on the preceding letter. */
export const mark = 0;
/** An invisible character or an apostrophe: the word continues after it. */
export const nothing = 1;
/** A space, a punctuation mark or an emoji: the word ends. */
export const gap = 2;

/** Results are cached, so that each letter is decomposed once for a text. */
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
  const decomposed = character.normalize('NFKD').toLowerCase().normalize('NFKD');
  // U+02BC is a letter in Unicode, but an apostrophe here: "ŉ" decomposes to it.
  return decomposed.replace(/[^\p{L}\p{N}]|ʼ/gu, '').replace(/[^a-z0-9]/gu, (letter) => whole[letter] ?? letter);
}

/** Letters that Unicode does not decompose. */
const whole: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ς: 'σ' };

/** The characters of most texts, computed once: those of Latin script. */
const common = Array.from({ length: 0x250 }, (_, codePoint) => readCharacter(String.fromCodePoint(codePoint)));

const plain = /^[ -&(-_a-~¡¿«»–—“”…ÁÉÍÓÚÜÑáéíóúüñ\n]*$/;
const accented: Record<string, string> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u', ü: 'u', ñ: 'n' };

/** Whether a text has only letters of Spanish, digits, and characters that end a word. */
export function isPlain(text: string): boolean {
  return plain.test(text);
}

/** A plain text with each letter in the form that is compared, at its own position. */
export function plainLetters(text: string): string {
  return text.toLowerCase().replace(/[áéíóúüñ]/g, (letter) => accented[letter] ?? letter);
}
