import { isNumber, pronounce, skeletonOf } from './sound.ts';

/**
 * The forms of a word are made of its first letters, up to this number. The other letters are compared only between words that share a
 * form.
 */
const front = 7;
/** From this many letters on, two may be omitted. */
const longFront = 6;
/** Letters and digits that a misspelt word may have; nobody types a longer word. */
const longestTyped = 20;

/**
 * The forms of a word: its sound, its skeleton, and the skeleton with one or two letters omitted, each hashed to a signed 32-bit integer.
 * Similar words share a form; words that share a form need not be similar. At most 30.
 *
 * @param most letters that may be omitted: two for words of names; one for words of texts, which takes a third of the space
 * @returns each once, those with the fewest omitted letters first; none for a number, which has no typos
 */
export function formsOf(word: string, most: 1 | 2 = 2): number[] {
  if (isNumber(word)) return [];
  const skeleton = skeletonOf(word).slice(0, front);
  const forms = new Set([skeleton, `~${pronounce(word)}`]);
  const rounds = word.length > longestTyped ? 0 : Math.min(most, skeleton.length >= longFront ? 2 : skeleton.length >= 2 ? 1 : 0);
  let latest = [skeleton];
  for (let round = 0; round < rounds; round++) {
    latest = latest.flatMap((form) => Array.from(form, (_, i) => form.slice(0, i) + form.slice(i + 1)));
    for (const form of latest) forms.add(form);
  }
  return [...new Set([...forms].map(hash))];
}

/** The hash is FNV-1a. */
function hash(form: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < form.length; i++) value = Math.imul(value ^ form.charCodeAt(i), 0x01000193);
  return value | 0;
}
