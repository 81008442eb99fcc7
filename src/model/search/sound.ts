/** The letter that stands for those that Spanish ears, and hurried fingers, take for one another. */
const standIns: Record<string, string> = { v: 'b', w: 'b', s: 'c', z: 'c', k: 'c', q: 'c', x: 'c', g: 'j', y: 'i' };

/** Digits that are written for letters within a word: "Ca7riel". */
const digits: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 'c', '7': 't' };

/** The letter of a class of sound: the same for "b" and "v", for "c", "s" and "z". */
export function soundOf(letter: string): string {
  return standIns[letter] ?? digits[letter] ?? letter;
}

/**
 * How a word sounds, roughly: a letter for each class, no "h", no letter twice in a row. Each typo in a word changes at most one
 * letter of it, or two next to each other that are exchanged. A number is left as it is.
 */
export function skeletonOf(word: string): string {
  if (/^\d+$/.test(word)) return word;
  let skeleton = '';
  for (const letter of word) {
    const sound = soundOf(letter);
    if (letter !== 'h' && !skeleton.endsWith(sound)) skeleton += sound;
  }
  return skeleton;
}
