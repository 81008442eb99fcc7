import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Exported, exportFormats, type RecordFormat } from '../../src/model/export/formats.ts';
import { knownTypes } from '../../src/model/kinds.ts';
import { type Kind, kinds } from '../../src/model/record.ts';
import { readCsv } from '../support/csv.ts';
import { seed } from '../support/seed.ts';

const odd = fc.constantFrom('"', '""', ',', '\r\n', '\n', '\r', '\t', ';', ' ', '=1+1', "'", '\u2028', '\ufeff', 'null', 'ñ', '🎸');
const text = fc.array(fc.oneof(odd, fc.string({ unit: 'grapheme', maxLength: 3 })), { maxLength: 6 }).map((parts) => parts.join(''));
const head = { rockola: '0', licence: null, cursor: null };

const written = (format: RecordFormat, kind: Kind, ...exported: Exported[]) => {
  const { head: top, line } = exportFormats[format];
  return top(head, knownTypes[kind]) + exported.map((row) => line(knownTypes[kind], row)).join('');
};
const alias = (name: string) => ({ record: { id: 9223372036854775807n, name, kind: 'nickname', language: '' }, artistId: 7n });

test('every text comes back from CSV as it was, and an empty text differs from null', () => {
  fc.assert(
    fc.property(fc.array(text), (names) => {
      const [, ...rows] = readCsv(written('csv', 'alias', ...names.map(alias)));
      expect(rows).toEqual(names.map((name) => ['9223372036854775807', '7', name, 'nickname', '']));
    }),
    { seed },
  );
  const record = { id: 1n, type: null, from: null, to: null, ended: true, place: '', genres: ['rock', 'blues'] };
  const [names, values] = readCsv(written('csv', 'artist_details', { record, artistId: 1n }));
  expect(Object.fromEntries((names ?? []).map((name, i) => [name, values?.[i]]))).toEqual({
    ...{ id: '1', artist_id: '1', type: null, from: null, to: null, ended: 'true', place: '', genres: 'rock, blues' },
  });
});

test('no two columns of a kind have the same name', () => {
  for (const kind of kinds) {
    const [names = []] = readCsv(written('csv', kind));
    expect([kind, new Set(names).size]).toEqual([kind, names.length]);
    expect(names.slice(-knownTypes[kind].names.length)).toEqual(knownTypes[kind].names);
  }
});

test('in the spreadsheet format no text is a formula, and a byte order mark comes first', () => {
  const names = ['=1+1', '+1', '-1', '@x', '\tx', '\rx', 'a=b', "'x", 'x'];
  const [, ...rows] = readCsv(written('spreadsheet', 'alias', ...names.map(alias)));
  expect(rows.map((row) => row[2])).toEqual(["'=1+1", "'+1", "'-1", "'@x", "'\tx", "'\rx", 'a=b', "'x", 'x']);
  // Where the decimal separator is a comma, spreadsheets split a line at semicolons.
  for (const [name, guarded] of [
    ['a;=1+1', "a;'=1+1"],
    ['a; =1', "a;' =1"],
    ['\n=1', "\n'=1"],
    ['\ufeff=1', "'\ufeff=1"],
    ['＝1', "'＝1"],
    ['a;b', 'a;b'],
  ] as const)
    expect(readCsv(written('spreadsheet', 'alias', alias(name)))[1]?.[2]).toBe(guarded);
  expect(written('spreadsheet', 'alias')).toBe('\ufeffid,artist_id,name,kind,language\r\n');
  expect(written('csv', 'alias')).toBe('id,artist_id,name,kind,language\r\n');
});
