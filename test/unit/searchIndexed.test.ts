import { describe, expect, test } from 'bun:test';
import type { Album } from '../../src/model/album.ts';
import type { Alias } from '../../src/model/alias.ts';
import type { Artist } from '../../src/model/artist.ts';
import { recordTypes } from '../../src/model/kinds.ts';
import { type Member, type RecordType, type SearchedKind, searchedKinds } from '../../src/model/record.ts';
import { type Candidate, descriptionField, shortFields } from '../../src/model/search/candidate.ts';
import { formsOf } from '../../src/model/search/forms.ts';
import { generation } from '../../src/model/search/generation.ts';
import { documentOf } from '../../src/model/search/indexed.ts';
import { wordsOf } from '../../src/model/search/words.ts';
import type { Track } from '../../src/model/track.ts';

/**
 * The hash of the index of the samples, by generation of its rules. If this fails, the index is made differently now: increase
 * `generation` in src/model/search/generation.ts, so that services rebuild theirs, and add a line here; keep the earlier ones.
 */
const known: Record<string, string> = {
  1: 'b07d9e790f29208b',
  2: '5e1c62fe96e50546',
  3: '0e1f791ce54c88e8',
  4: 'd4eb573ef5085c81',
};

/** Each sample is for a rule of the index. */
const samples = [
  'Él Mató a un Policía Motorizado',
  'A.N.I.M.A.L.',
  "Rock 'n' Roll, Charly's y D’Artagnan",
  'Straße Łódź Ærø Ŭ ŉ ﬁn',
  'Ca7riel y 2 Minutos, La 25, Vol. XIV',
  'psicodelia phantom kilmez quilmes guitarra vergüenza yuyo lluvia',
  'Los Abuelos de la Nada',
  'Звуки Му 日本語 e\u0301 \u200bx',
  'a'.repeat(50),
  Array.from({ length: 600 }, (_, i) => `palabra${i}`).join(' '),
  '1973',
  '',
];

type Sample = { id: bigint } & Record<string, unknown>;

const typeOf = (kind: SearchedKind) => recordTypes[kind] as RecordType<never>;
const membersOf = (kind: SearchedKind) => Object.entries<Member<unknown>>(typeOf(kind).members);

/** A record with a text in each member that has one. */
const recordOf = (kind: SearchedKind, textOf: (member: string) => string): Sample => ({
  id: 1n,
  ...Object.fromEntries(membersOf(kind).map(([name, { column, example }]) => [name, column === 'text' ? textOf(name) : example])),
});

const indexed = (kind: SearchedKind, textOf: (member: string) => string) =>
  documentOf({ type: typeOf(kind), record: recordOf(kind, textOf) as never });

test('the contents of the index change only with the generation of its rules', () => {
  const indexContents = searchedKinds.flatMap((kind) =>
    samples.map((sample) => {
      const { nameKey, title, text } = indexed(kind, (member) => `${member} ${sample}`);
      return [kind, nameKey, title.map((word) => [word, formsOf(word)]), text.map((word) => [word, formsOf(word, 1)])];
    }),
  );
  const hash = new Bun.CryptoHasher('sha256').update(JSON.stringify(indexContents)).digest('hex').slice(0, 16);
  expect(known[String(generation)]).toBe(hash);
});

describe.each([...searchedKinds])('an %s', (kind) => {
  const searched = membersOf(kind).flatMap(([name, { searched }]) => (searched ? [name] : []));

  test.each(searched)('is found by the words of its %s, which are in the index', (member) => {
    const word = `wort${member.replace(/[^a-z]/g, '')}`;
    const textOf = (name: string) => (name === member ? word : 'other');
    const { title, text } = indexed(kind, textOf);
    expect([...title, ...text]).toContain(word);
    const candidate = candidateOf(kind, recordOf(kind, textOf));
    const fields = [...shortFields(candidate, false), descriptionField(candidate)];
    expect(fields.filter((field) => field && wordsOf(field.text).some(({ text }) => text === word)).length).toBeGreaterThan(0);
  });
});

/** A candidate with the record; its other records have unrelated texts. */
function candidateOf(kind: SearchedKind, record: Sample): Candidate {
  const artist = recordOf('artist', () => 'other') as unknown as Artist;
  const album = recordOf('album', () => 'other') as unknown as Album;
  const none = { aliases: [], albums: [], albumCount: 0 };
  const candidates: Record<SearchedKind, Candidate> = {
    artist: { kind: 'artist', ...none, artist: record as unknown as Artist },
    album: { kind: 'album', ...none, artist, album: record as unknown as Album, tracks: [] },
    alias: { kind: 'artist', ...none, artist, aliases: [record as unknown as Alias] },
    track: { kind: 'album', ...none, artist, album, tracks: [record as unknown as Track] },
  };
  return candidates[kind];
}
