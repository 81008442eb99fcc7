import { isNumber, pronounce, skeletonOf } from './sound.ts';

/** Letters of a word that its forms are made of; what follows is compared only between words that share a form. */
const front = 7;
/** Letters from which two may be left out. */
const longFront = 6;
/** Letters and digits of a word in which somebody may have made a typo; beyond that it is no word that people type. */
const longestTyped = 20;

/**
 * The forms of a word: how it is said, its skeleton, and that with one or two letters left out, each as a signed integer of 32
 * bits. Words that are near each other share a form; those that share one need not be near. At most 30.
 *
 * @param most letters that may be left out: in words of names two, in those of texts one, which takes a third of the room
 * @returns each once, those with the fewest letters left out first; none for a number, which has no typos
 */
export function formsOf(word: string, most: 1 | 2 = 2): number[] {
  if (isNumber(word)) return [];
  const skeleton = skeletonOf(word).slice(0, front);
  const forms = new Set([skeleton, `~${pronounce(word)}`]);
  const rounds = word.length > longestTyped ? 0 : Math.min(most, skeleton.length >= longFront ? 2 : skeleton.length >= 2 ? 1 : 0);
  let latest = [skeleton];
  for (let round = 0; round < rounds; round++) {
    latest = latest.flatMap(shortened);
    for (const form of latest) forms.add(form);
  }
  return [...new Set([...forms].map(hash))];
}

function shortened(form: string): string[] {
  return Array.from(form, (_, i) => form.slice(0, i) + form.slice(i + 1));
}

/** FNV-1a. */
function hash(form: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < form.length; i++) value = Math.imul(value ^ form.charCodeAt(i), 0x01000193);
  return value | 0;
}
