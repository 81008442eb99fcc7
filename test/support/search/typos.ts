import { wordsOf } from '../../../src/model/search/words.ts';
import type { Random } from '../random.ts';

const letters = 'abcdefghijklmnopqrstuvwxyz';

/** One typing mistake in a word of four letters or more. */
const slips = {
  'a letter left out': (word, position) => word.slice(0, position) + word.slice(position + 1),
  'a letter too many': (word, position, random) => word.slice(0, position) + letters[random.below(26)] + word.slice(position),
  'another letter': (word, position, random) => word.slice(0, position) + letters[random.below(26)] + word.slice(position + 1),
  'letters exchanged': (word, position) => word.slice(0, position) + (word[position + 1] ?? '') + word[position] + word.slice(position + 2),
  'a letter doubled': (word, position) => word.slice(0, position + 1) + word.slice(position),
} satisfies Record<string, (word: string, position: number, random: Random) => string>;

/** Ways to misspell a name, each with the share of names that a search must still find first. */
export const typos: Record<string, { change: (name: string, random: Random) => string | undefined; share: number }> = {
  ...Object.fromEntries(Object.entries(slips).map(([name, slip]) => [name, { change: inSomeWord(slip), share: 0.95 }])),
  'no accents': { change: plain, share: 1 },
  capitals: { change: (name) => name.toUpperCase(), share: 1 },
  'no spaces': { change: (name) => plain(name).replaceAll(' ', ''), share: 0.99 },
  'words the other way round': { change: (name) => plain(name).split(' ').reverse().join(' '), share: 0.99 },
  'spelt by ear': { change: (name, random) => byEar(plain(name), random), share: 0.95 },
  'a word in two': { change: inTwo, share: 0.97 },
};

function plain(name: string): string {
  return wordsOf(name)
    .map(({ text }) => text)
    .join(' ');
}

function inSomeWord(slip: (word: string, position: number, random: Random) => string) {
  return (name: string, random: Random) => {
    const words = plain(name).split(' ');
    const long = words.filter((word) => word.length > 3);
    const [first, ...others] = long;
    if (first === undefined) return undefined;
    const chosen = random.pick([first, ...others]);
    return words.map((word) => (word === chosen ? slip(word, random.below(word.length - 1), random) : word)).join(' ');
  };
}

const sounds: [RegExp, string][] = [
  [/b/, 'v'],
  [/v/, 'b'],
  [/c(?=[ei])/, 's'],
  [/z/, 's'],
  [/s/, 'z'],
  [/ll/, 'y'],
  [/g(?=[ei])/, 'j'],
  [/qu/, 'k'],
  [/c(?=[aou])/, 'k'],
  [/(.)\1/, '$1'],
  [/h/, ''],
];

function byEar(name: string, random: Random): string | undefined {
  const [first, ...others] = sounds.filter(([sound]) => sound.test(name));
  if (!first) return undefined;
  const [sound, written] = random.pick([first, ...others]);
  return name.replace(sound, written);
}

function inTwo(name: string, random: Random): string | undefined {
  const words = plain(name).split(' ');
  const long = words.find((word) => word.length > 5);
  if (!long) return undefined;
  const position = 2 + random.below(long.length - 3);
  return words.map((word) => (word === long ? `${word.slice(0, position)} ${word.slice(position)}` : word)).join(' ');
}
