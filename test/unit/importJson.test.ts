import { expect, test } from 'bun:test';
import fc from 'fast-check';
import type { Rows } from '../../src/model/import/importRow.ts';
import { createItemScanner } from '../../src/model/import/jsonItems.ts';
import { formatOf, openSource } from '../../src/model/import/source.ts';
import { Problem } from '../../src/model/problem.ts';
import { rejectionOf } from '../support/failure.ts';

/** Pieces of a text in UTF-8, which end anywhere, also within a character. */
function piecesOf(text: string, sizes: number[]): Uint8Array[] {
  const bytes = Buffer.from(text);
  const pieces: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; at += sizes[i++ % sizes.length] as number)
    pieces.push(bytes.subarray(at, at + (sizes[i % sizes.length] as number)));
  return pieces;
}

async function rowsOf(text: string | Uint8Array[], format: 'json' | 'ndjson' = 'json'): Promise<Rows> {
  const pieces = typeof text === 'string' ? [Buffer.from(text)] : text;
  const source = await openSource(() => streamOf(pieces), format, { map: new Map() });
  return (await Array.fromAsync(source.rows())).flat();
}

async function* streamOf(pieces: Uint8Array[]) {
  yield* pieces;
}

const space = fc.stringMatching(/^[ \n\t\r]{0,3}$/);
const sizes = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 5 });
const item = fc.tuple(fc.json({ noUnicodeString: false, maxDepth: 4 }), space, space);
/** A document with the items of its array and the line of each. */
const documents = fc
  .tuple(fc.constantFrom(['', ''], ['{"meta":{"x":"]["},\n"data":', '}'], ['{"data": ', ',"next":"a,\\"[b"}']), fc.array(item), space)
  .map(([[before, after], items, inside]) => {
    let text = `${before}[${items.length > 0 ? '' : inside}`;
    const wanted = items.map(([value, left, right], i) => {
      text += `${i > 0 ? ',' : ''}${left}`;
      const line = text.split('\n').length;
      text += value + right;
      return { line, value: JSON.parse(value) };
    });
    return { text: `${text}]${after}`, wanted };
  });

type Scanner = Pick<ReturnType<typeof createItemScanner>, 'push'>;

/** The scanner finds the items that `JSON.parse` finds in the whole document, each with its line. */
function findsItems(create: () => Scanner) {
  return fc.property(documents, sizes, ({ text, wanted }, sizes) => {
    const scanner = create();
    const items = piecesOf(text, sizes).flatMap((piece) => scanner.push(piece));
    expect(items.map(({ line, bytes }) => ({ line, value: JSON.parse(new TextDecoder().decode(bytes)) }))).toEqual(wanted);
  });
}

test('a document that arrives in pieces has the same items as the whole, wherever the pieces end', () => {
  fc.assert(
    findsItems(() => createItemScanner(1 << 20)),
    { numRuns: 1_000 },
  );
});

test('the test above detects a scanner that loses its state between two pieces', () => {
  const forgetful = () => ({ push: (piece: Uint8Array) => createItemScanner(1 << 20).push(piece) });
  expect(fc.check(findsItems(forgetful), { numRuns: 1_000, reporter: () => undefined }).failed).toBe(true);
});

const isRead = async (text: string, sizes: number[]) => {
  try {
    return (await rowsOf(piecesOf(text, sizes))).every((row) => 'kind' in row);
  } catch (error) {
    expect(error).toBeInstanceOf(Problem);
    return false;
  }
};

test('a damaged document is refused, or has an error in one of its lines', async () => {
  const names = fc.array(fc.string().map((name) => JSON.stringify({ name: `x${name.replaceAll('\0', '')}` })));
  const damage = fc.constantFrom('', '"', '{', '}', '[', ']', ',', ':', '\\', 'x', '\u0001', '\ufeff');
  await fc.assert(
    fc.asyncProperty(names, fc.constantFrom('[]', '{"data":[]}'), damage, fc.nat(), sizes, async (names, form, damage, offset, sizes) => {
      const text = form.replace('[]', () => `[${names.join()}]`);
      expect(await isRead(text, sizes)).toBe(true);
      const place = offset % (text.length + 1);
      const damaged = text.slice(0, place) + damage + text.slice(place + 1);
      let isJson = true;
      try {
        JSON.parse(damaged);
      } catch {
        isJson = false;
      }
      if (!isJson && !damaged.startsWith('\ufeff')) expect(await isRead(damaged, sizes)).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

const summaryOf = (rows: Rows) => rows.map((row) => ('kind' in row ? [row.line, row.kind, row.id] : [row.line, row.errors[0]?.detail]));

test('lists, single records and lines of an export are read from one document', async () => {
  const album = '{"id":9007199254740993,"name":"Artaud","year":1973,"image":"","artist":{"id":1001,"name":"Pescado Rabioso"}}';
  expect(summaryOf(await rowsOf(`{"data":[${album}],"meta":{"total":1}}`))).toEqual([[1, 'album', 9007199254740993n]]);
  expect(summaryOf(await rowsOf('{"id":1001,"name":"Pescado Rabioso"}'))).toEqual([[1, 'artist', 1001n]]);
  const parts = `{"artist":{"id":1,"name":"Almendra"},"details":{"id":1,"type":"group"},"aliases":{"data":[{"id":7,"name":"x"}],"more":false},
    "bands":{"data":[{"id":8}],"more":false},"albums":{"data":[{"id":3,"name":"Almendra","year":1969}],"more":false}}`;
  expect(summaryOf(await rowsOf(parts))).toEqual([
    [1, 'artist', 1n],
    [1, 'album', 3n],
    [1, 'alias', 7n],
    [1, 'artist_details', 1n],
  ]);
  const lines = '{"rockola":"1"}, {"kind":"alias","artist_id":1,"record":{"name":"x"}},\n{"kind":"artist","record":{"id":1,"name":"x"}}';
  expect(summaryOf(await rowsOf(`[${lines}, {"complete":true}]`))).toEqual([
    [2, 'artist', 1n],
    [1, 'alias', -1n],
  ]);
});

test('a fault is reported with the line of its record, and the other records are read', async () => {
  const bad = [
    '1',
    '{"name":"\\ud800"}',
    `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`,
    `{"name":"${'x'.repeat(1 << 20)}"}`,
    '',
    '{"artist":{},"x":1}',
  ];
  expect(summaryOf(await rowsOf(`\ufeff[\n{"name":"Sumo"},\n${bad.join(',\n')},\n{"name":"Virus"}\n]\n`))).toEqual([
    [2, 'artist', -1n],
    [3, 'is no JSON object'],
    [4, 'has a lone surrogate, which is not a Unicode character'],
    [5, expect.stringContaining('nested deeper than 32')],
    [6, 'is longer than 1048576 bytes'],
    [7, 'At character 1: expected a JSON value, found the end.'],
    [8, expect.stringContaining('is not a known part; known are artist, ')],
    [9, 'artist', -2n],
  ] as never);
  expect(summaryOf(await rowsOf('{"errors":1}\n{"kind":"artist","record":{"name":"x"}}\n', 'ndjson'))).toEqual([
    [1, expect.stringContaining('must be one of artist')],
    [2, 'artist', -1n],
  ] as never);
});

for (const [name, content, why] of [
  ['a cut document', '[{"name":"Sumo"}', 'expected a JSON value'],
  ['an empty file', ' \n', 'expected a JSON value'],
  ['lines of JSON', '{"name":"Sumo"}\n{"name":"Virus"}\n', 'lines of JSON have the format ndjson'],
  ['UTF-16', Buffer.from('\ufeff[{"name":"Sumo"}]', 'utf16le'), 'not UTF-8'],
  ['a list of parts', '{"artist":{"id":10,"name":"Sumo"},"aliases":[{"id":1,"name":"Luca"}]}', 'has a list in aliases'],
  ['one long record', `{"name":"${'x'.repeat(2 << 20)}"}`, 'more than 1048576 bytes outside an array'],
] as [string, string | Uint8Array, string][])
  test(`${name} is refused as a whole`, async () => {
    expect(await rejectionOf(rowsOf([Buffer.from(content as string)]))).toContain(why);
  });

test('the name of the file determines the format', () => {
  expect(['x.ndjson', 'x.jsonl', 'a/x.JSON', 'x.csv', 'x'].map(formatOf)).toEqual(['ndjson', 'ndjson', 'json', 'csv', 'csv']);
});
