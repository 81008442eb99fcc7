import type { Random } from '../support/random.ts';
import type { Judged } from './set.ts';

type Entry = { name: string; albums: { name: string }[] };
/** A query for an entry, with its right results; undefined if the entry does not suit it. */
type Way = (entry: Entry, random: Random) => { query: string; wanted: string[] } | undefined;

/** Generates queries as people type them, for random artists and albums. */
export function typedQueries(entries: Entry[], random: Random, count: number): Judged[] {
  const ways = Object.entries(waysFor(entries));
  const typed: Judged[] = [];
  while (typed.length < count) {
    const [kind, way] = random.pick(some(ways));
    const found = way(random.pick(some(entries)), random);
    if (found) typed.push({ kind, ...found });
  }
  return typed;
}

function waysFor(entries: Entry[]): Record<string, Way> {
  const names = entries.map(({ name }) => plain(name));
  const withWord = (word: string) => names.filter((name) => name.split(' ').includes(word)).length;
  const albumsNamed = (name: string) =>
    entries.flatMap((entry) => entry.albums.filter((album) => plain(album.name) === name).map((album) => `${entry.name} / ${album.name}`));
  const named = (make: (name: string, random: Random) => string | undefined): Way => {
    return ({ name }, random) => {
      const query = make(plain(name), random);
      return query === undefined ? undefined : { query, wanted: [name] };
    };
  };
  return {
    'one typo': named((name, random) => withTypos(name, 1, random)),
    'two typos': named((name, random) => withTypos(name, 2, random)),
    'no accents': named((name) => name),
    glued: named((name) => (/^\p{L}+( \p{L}+){1,2}$/u.test(name) ? name.replaceAll(' ', '') : undefined)),
    'word order': named((name) => (name.includes(' ') ? name.split(' ').reverse().join(' ') : undefined)),
    'a part': named((name) => {
      const word = name.split(' ').at(-1) ?? '';
      return word.length > 4 && withWord(word) === 1 && !entries.some(({ albums }) => albums.some((album) => plain(album.name) === word))
        ? word
        : undefined;
    }),
    'the beginning': named((name) => {
      const half = name.slice(0, Math.max(5, Math.floor(name.length * 0.6))).trim();
      return names.filter((other) => other.startsWith(half)).length === 1 ? half : undefined;
    }),
    'an album': ({ albums }, random) => {
      const name = plain(random.pick([{ name: '' }, ...albums]).name);
      const query = name.length < 7 || names.includes(name) ? undefined : withTypos(name, 1, random);
      return query === undefined ? undefined : { query, wanted: albumsNamed(name) };
    },
  };
}

export function plain(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Each mistake in a separate word, or two in one long word. */
function withTypos(text: string, count: number, random: Random): string | undefined {
  const words = text.split(' ');
  const long = words.flatMap((word, i) => (/^[a-z]{5,}$/.test(word) ? [i] : []));
  if (long.length < count && !(words[long[0] ?? 0] ?? '').match(/^[a-z]{8,}$/)) return undefined;
  for (let n = 0; n < count; n++) {
    const at = long.length < count ? (long[0] ?? 0) : (long.splice(random.below(long.length), 1)[0] ?? 0);
    words[at] = withTypo(words[at] ?? '', random);
  }
  const typed = words.join(' ');
  return typed === text ? undefined : typed;
}

const letters = 'abcdefghilmnoprstuv';

/** A letter is omitted, doubled, wrong, added, or swapped with the next. */
function withTypo(word: string, random: Random): string {
  const at = random.below(word.length - 1);
  const [head, letter, next, tail] = [word.slice(0, at), word[at] ?? '', word[at + 1] ?? '', word.slice(at + 2)];
  const other = random.pick(some([...letters]));
  return head + random.pick([next, letter + letter + next, other + next, letter + other + next, next + letter]) + tail;
}

/** For lists that are not empty. */
function some<T>(list: readonly T[]): readonly [T, ...T[]] {
  return list as readonly [T, ...T[]];
}
