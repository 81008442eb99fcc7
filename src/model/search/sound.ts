/** Each letter stands for the letters that Spanish speakers, and hurried typists, confuse. */
const standIns: Record<string, string> = { v: 'b', w: 'b', s: 'c', z: 'c', k: 'c', q: 'c', x: 'c', g: 'j', y: 'i' };

/** Digits that are written for letters within a word: "Ca7riel". */
const digits: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 'c', '7': 't' };

/** The class of similar sounds of a letter: the same for "b" and "v", and for "c", "s" and "z". */
export function soundOf(letter: string): string {
  return standIns[letter] ?? digits[letter] ?? letter;
}

/**
 * The skeleton of a word: the sound class of each letter, without "h". Each typo changes at most one letter of the skeleton, or swaps two
 * neighbours. Numbers stay as they are.
 */
export function skeletonOf(word: string): string {
  if (isNumber(word)) return word;
  let skeleton = '';
  for (const letter of word) if (letter !== 'h') skeleton += soundOf(letter);
  return skeleton;
}

export function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** Spellings and the sound that each stands for, in the Spanish of the Río de la Plata; applied in this order. */
const spellings: [written: RegExp, sound: string][] = [
  [/ph/g, 'f'],
  [/[cs]h/g, '#'],
  [/h/g, ''],
  [/^e?s(?=[^aeiouy])/g, 's'],
  [/^ps/g, 's'],
  [/q(?:u(?=[ei]))?/g, 'k'],
  [/c?c(?=[eiy])|[zx]/g, 's'],
  [/c/g, 'k'],
  [/ks/g, 's'],
  [/gu(?=[ao])|w/g, 'u'],
  [/gu(?=[ei])/g, '%'],
  [/g(?=[eiy])/g, 'j'],
  [/%/g, 'g'],
  [/v/g, 'b'],
  [/ll|y(?=[aeiou])/g, 'Y'],
  [/y|ie$/g, 'i'],
  [/m(?=[bpf])|ni(?=[aeou])/g, 'n'],
  [/(.)\1+/g, '$1'],
];

/** The sound of a word: the same for all spellings that sound alike, such as "kilmez" and "quilmes". */
export function pronounce(word: string): string {
  return spellings.reduce((text, [written, sound]) => text.replace(written, sound), word);
}
