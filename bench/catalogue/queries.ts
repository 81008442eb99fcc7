import { generatedArtist, seed } from './generate.ts';
import { pick, type Random, randomOf } from './random.ts';

const queryCount = 500;

/**
 * Percent-encoded searches for artists and albums of a store, or for artists by their aliases only, as people type them:
 * without capitals and accents, and with a typo.
 */
export function queriesFor(size: number, only?: 'aliases'): string[] {
  return Array.from({ length: queryCount }, (_, n) => {
    const random = randomOf(seed, n, size);
    const { artist, albums, aliases } = generatedArtist(seed, random(size));
    const wanted = only ? pick(random, aliases) : pick(random, [artist, artist, pick(random, albums) ?? artist, pick(random, aliases)]);
    return encodeURIComponent(withTypo(random, plain(wanted.name)));
  });
}

function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** Omits, doubles or replaces a letter of the longest word, or swaps it with the next. */
function withTypo(random: Random, text: string): string {
  const longest = text.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest));
  const index = text.indexOf(longest) + random(Math.max(1, longest.length - 1));
  const [head, letter, next, tail] = [text.slice(0, index), text[index] ?? '', text[index + 1] ?? '', text.slice(index + 2)];
  const slips = [next, letter + letter + next, (letters[random(letters.length)] ?? '') + next, next + letter];
  return head + pick(random, slips) + tail;
}
