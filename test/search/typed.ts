import type { Random } from '../support/random.ts';
import type { Judged } from './set.ts';

type Entry = { name: string; albums: { name: string }[] };
/** Makes a query for an entry, with its right results; undefined if the entry does not suit. */
type QueryMaker = (entry: Entry, random: Random) => { query: string; wanted: string[] } | undefined;

/** Generates queries as people type them, for random artists and albums. */
export function typedQueries(entries: Entry[], random: Random, count: number): Judged[] {
  const makers = Object.entries(queryMakers(entries));
  const typed: Judged[] = [];
  while (typed.length < count) {
    const [kind, makeQuery] = random.pick(nonEmpty(makers));
    const query = makeQuery(random.pick(nonEmpty(entries)), random);
    if (query) typed.push({ kind, ...query });
  }
  return typed;
}

function queryMakers(entries: Entry[]): Record<string, QueryMaker> {
  const names = entries.map(({ name }) => plain(name));
  const countNamesWith = (word: string) => names.filter((name) => name.split(' ').includes(word)).length;
  const albumsNamed = (name: string) =>
    entries.flatMap((entry) => entry.albums.filter((album) => plain(album.name) === name).map((album) => `${entry.name} / ${album.name}`));
  const forName = (make: (name: string, random: Random) => string | undefined): QueryMaker => {
    return ({ name }, random) => {
      const query = make(plain(name), random);
      return query === undefined ? undefined : { query, wanted: [name] };
    };
  };
  return {
    'one typo': forName((name, random) => withTypos(name, 1, random)),
    'two typos': forName((name, random) => withTypos(name, 2, random)),
    'no accents': forName((name) => name),
    glued: forName((name) => (/^\p{L}+( \p{L}+){1,2}$/u.test(name) ? name.replaceAll(' ', '') : undefined)),
    'word order': forName((name) => (name.includes(' ') ? name.split(' ').reverse().join(' ') : undefined)),
    'a part': forName((name) => {
      const word = name.split(' ').at(-1) ?? '';
      return word.length > 4 &&
        countNamesWith(word) === 1 &&
        !entries.some(({ albums }) => albums.some((album) => plain(album.name) === word))
        ? word
        : undefined;
    }),
    'the beginning': forName((name) => {
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

/** Puts each typo into a word of its own, but two into one word of 8 letters or more if no other word is long. */
function withTypos(text: string, count: number, random: Random): string | undefined {
  const words = text.split(' ');
  const long = words.flatMap((word, i) => (/^[a-z]{5,}$/.test(word) ? [i] : []));
  if (long.length < count && !(words[long[0] ?? 0] ?? '').match(/^[a-z]{8,}$/)) return undefined;
  for (let n = 0; n < count; n++) {
    const index = long.length < count ? (long[0] ?? 0) : (long.splice(random.below(long.length), 1)[0] ?? 0);
    words[index] = withTypo(words[index] ?? '', random);
  }
  const typed = words.join(' ');
  return typed === text ? undefined : typed;
}

const letters = 'abcdefghilmnoprstuv';

/** Omits, doubles, replaces or adds a letter, or swaps it with the next. */
function withTypo(word: string, random: Random): string {
  const index = random.below(word.length - 1);
  const [head, letter, next, tail] = [word.slice(0, index), word[index] ?? '', word[index + 1] ?? '', word.slice(index + 2)];
  const other = random.pick(nonEmpty([...letters]));
  return head + random.pick([next, letter + letter + next, other + next, letter + other + next, next + letter]) + tail;
}

/** Types a list that is not empty. */
function nonEmpty<T>(list: readonly T[]): readonly [T, ...T[]] {
  return list as readonly [T, ...T[]];
}
