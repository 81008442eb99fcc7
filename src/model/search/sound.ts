/** The letter that stands for those that Spanish ears, and hurried fingers, take for one another. */
const standIns: Record<string, string> = { v: 'b', w: 'b', s: 'c', z: 'c', k: 'c', q: 'c', x: 'c', g: 'j', y: 'i' };

/** Digits that are written for letters within a word: "Ca7riel". */
const digits: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 'c', '7': 't' };

/** The letter of a class of sound: the same for "b" and "v", for "c", "s" and "z". */
export function soundOf(letter: string): string {
  return standIns[letter] ?? digits[letter] ?? letter;
}

/**
 * A word with one letter for each class of sound and without "h". Each typo in the word changes at most one letter of it, or two
 * next to each other that are exchanged. A number is left as it is.
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

/** How Spanish speakers around the Río de la Plata say a word, in order: what is written in several ways, and the one that stands for them. */
const spellings: [written: RegExp, said: string][] = [
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

/** How a word is said, so that those that sound the same have the same: "kilmez" and "quilmes". */
export function pronounce(word: string): string {
  return spellings.reduce((said, [written, instead]) => said.replace(written, instead), word);
}
