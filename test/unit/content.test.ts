import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { artist } from '../../src/model/artist.ts';
import { type Content, contentOf, longTextsElsewhere, recordOf, textIn, UnreadableContent } from '../../src/model/content.ts';
import { knownTypes } from '../../src/model/kinds.ts';
import { name, text, year } from '../../src/model/members.ts';
import { defineRecord, type Fields, numberedKinds, type RecordOf, type RecordType } from '../../src/model/record.ts';

/** A kind of record in three shapes: the second adds a year, the third renames the text. */
const words = { description: 'x', example: 'x' };
const first = defineRecord({
  kind: 'artist',
  members: { name: name(words), note: text(500, words) },
  patch: {},
});
const addYear = (older: object) => ({ ...older, year: 1999n });
const second = defineRecord({
  kind: 'artist',
  members: { name: name(words), note: text(500, words), year: year({ description: 'x', example: 1999 }) },
  patch: {},
  upgrades: [addYear],
});
const third = defineRecord({
  kind: 'artist',
  members: { name: name(words), biography: text(500, words), year: year({ description: 'x', example: 1999 }) },
  patch: {},
  upgrades: [addYear, ({ note = '', ...others }) => ({ ...others, biography: note })],
});

/** The revision log of one record. */
function history() {
  const contents: Content[] = [];
  return {
    contents,
    write<F extends Fields>(type: RecordType<F>, record: RecordOf<F>, former?: RecordOf<F>) {
      const content = contents.at(-1);
      contents.push(contentOf(type, record, former && content && { record: former, version: BigInt(contents.length), content }));
    },
    read<F extends Fields>(type: RecordType<F>, version: number) {
      const content = contents[version - 1] as Content;
      return recordOf(type, 7n, content, (name, storedIn) => textIn(contents[Number(storedIn) - 1], name, content.shape));
    },
  };
}

test('members of an older shape are read in the current shape, long texts too', () => {
  const note = 'largo '.repeat(90);
  const log = history();
  log.write(first, { id: 7n, name: 'a', note });
  log.write(first, { id: 7n, name: 'b', note }, { id: 7n, name: 'a', note });
  log.write(second, { id: 7n, name: 'c', note, year: 1970 }, { id: 7n, name: 'b', note, year: 1999 });
  log.write(second, { id: 7n, name: 'd', note, year: 1970 }, { id: 7n, name: 'c', note, year: 1970 });
  log.write(third, { id: 7n, name: 'e', biography: note, year: 1970 }, { id: 7n, name: 'd', biography: note, year: 1970 });
  log.write(third, { id: 7n, name: 'f', biography: note, year: 1970 }, { id: 7n, name: 'e', biography: note, year: 1970 });
  const read = (version: number) => log.read(third, version) as Record<string, unknown>;
  expect(['a', 'b', 'c', 'd', 'e', 'f'].map((_, i) => read(i + 1))).toEqual(
    [...'abcdef'].map((name, i) => ({ id: 7n, name, biography: note, year: i < 2 ? 1999 : 1970 })),
  );
  expect(log.contents.map(longTextsElsewhere)).toEqual([[], [['note', 1n]], [], [['note', 3n]], [], [['biography', 5n]]]);
  expect(log.contents.map(({ shape }) => shape)).toEqual([1, 1, 2, 2, 3, 3]);
});

test('content of an unknown shape, or without a member, is refused', () => {
  const content = contentOf(third, { id: 7n, name: 'a', biography: '', year: 1970 });
  const noText = () => undefined;
  expect(() => recordOf(first, 7n, content, noText)).toThrow(UnreadableContent);
  expect(() => recordOf(third, 7n, { ...content, shape: 0 }, noText)).toThrow('shape 0');
  expect(() => recordOf(third, 7n, { ...content, members: '{"name":"a","biography":""}' }, noText)).toThrow('year is missing');
  expect(() => recordOf(third, 7n, { ...content, members: '{"name":"a","biography":"","year":"1970"}' }, noText)).toThrow('another type');
  expect(() => recordOf(third, 7n, { ...content, unchanged: '{"biography":3}' }, noText)).toThrow('biography is missing');
  expect(recordOf(third, 7n, { ...content, members: null }, noText)).toBeUndefined();
});

test('every version of a generated history is read back, and long texts are stored once', () => {
  type Texts = Record<(typeof artist.names)[number], typeof value>;
  const value = fc.constantFrom('', 'a', '"\\\u2028', 'largo '.repeat(90), 'ñandú '.repeat(90), '🎸'.repeat(251));
  const members = fc.record({
    ...(Object.fromEntries(artist.names.map((name) => [name, value])) as Texts),
    name: fc.constantFrom('a', 'b'),
  });
  fc.assert(
    fc.property(fc.array(members, { minLength: 1, maxLength: 20 }), (versions) => {
      const log = history();
      const records = versions.map((version) => ({ id: 7n, ...version }));
      records.forEach((record, i) => void log.write(artist, record, records[i - 1]));
      expect(records.map((_, i) => log.read(artist, i + 1))).toEqual(records);
      records.forEach((record, i) => {
        const repeated = artist.names.filter((name) => record[name].length > 500 && record[name] === records[i - 1]?.[name]);
        expect(longTextsElsewhere(log.contents[i] as Content).map(([name]) => name)).toEqual(repeated);
      });
    }),
  );
});

/** If you change the members of a kind, add a step to its `upgrades` for versions with the old members, then change this. */
test('the shapes of the catalogue’s members are those written here', () => {
  const shapes = Object.values(knownTypes).map(({ kind, shape, names }) => [kind, [shape, ...names].join(' ')]);
  const ofSource = '1 about record supports value rank url text accessed quote';
  expect(Object.fromEntries(shapes)).toEqual({
    artist: '1 name description image band',
    album: '1 name year image',
    alias: '1 name kind language',
    membership: '1 person credited roles from to ended note',
    artist_details: '1 type from to ended place genres',
    credit: '1 artist credited role',
    track: '1 position title length isrc featuring',
    album_details: '1 kind released label',
    artist_identifier: '1 scheme value',
    album_identifier: '1 scheme value',
    ...{ artist_source: ofSource, album_source: ofSource },
  });
});

test.each(numberedKinds)('the title of an %s is one of its members', (kind) => {
  const { names, titled } = knownTypes[kind];
  expect(names as string[]).toContain(titled);
});
