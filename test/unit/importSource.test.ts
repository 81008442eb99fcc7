import { expect, test } from 'bun:test';
import { readingSentences } from '../../src/cli/importFiles.ts';
import type { Reading, Rows } from '../../src/model/import/importRow.ts';
import { formatOf, openSource } from '../../src/model/import/source.ts';
import { unavailable } from '../../src/model/problem.ts';
import { rejectionOf } from '../support/failure.ts';
import { readInPieces } from '../support/importRows.ts';
import { tables } from '../support/tables.ts';

const readAll = (file: string, content: string | Uint8Array) => readInPieces(formatOf(file), content);

test('a table has the same rows in each encoding, with each separator and line end', async () => {
  const [first, ...others] = await Promise.all(tables.map(([, , bytes]) => readAll('lista.csv', bytes)));
  expect(first?.rows.map((row) => 'kind' in row && row.kind)).toEqual([
    'artist',
    'artist_details',
    'artist_identifier',
    'album',
    'album',
    'artist',
    'album',
    'artist',
  ] as never);
  for (const { rows } of others) expect(rows).toEqual(first?.rows as Rows);
  for (const [i, [encoding, separator]] of tables.entries())
    expect(readingSentences([first, ...others][i]?.source.reading as Reading)[0]).toMatch(
      new RegExp(`read as ${encoding}.*with ${separator} between`),
    );
});

const refused: [string, string | Uint8Array, string][] = [
  ['open.csv', `artista\nUno\n"Dos\n${'x\n'.repeat(1 << 20)}`, 'after line 2'],
  ['inches.csv', 'artista\nUno\nMezcla 12" larga\n', 'after line 2'],
  ['space.csv', 'artista,disco\nUno, "Dos"\n', 'after line 1'],
  ['after.csv', 'artista\n"Uno" x\n', 'after line 1'],
  ['wide.csv', 'a,'.repeat(2_000_000), 'is no CSV after line 0'],
  ['wide2.csv', 'a,'.repeat(500), 'has 501 columns'],
  ['lies.csv', Buffer.concat([Buffer.from('\ufeffartista\nUno\n'), Buffer.from([0xf3, 0x0a])]), 'is not utf-8'],
  ['long.csv', `artista,${'x'.repeat(201)}\n`, 'more than 200 characters in the first line, for column 2'],
  ['other.csv', 'x;y\n1;2\n', 'map one to it'],
  ['twice.csv', 'artista;artist\n1;2\n', 'several columns for artist.name'],
  ['empty.csv', '', 'is empty'],
  ['cut.ndjson', '{"rockola":"x"}\n{"kind":"artist","record":{"name":"x"}}\n', 'without its last line'],
];

for (const [file, content, why] of refused)
  test(`${file} is refused: ${why}`, async () => {
    expect(await rejectionOf(readAll(file, content))).toContain(why);
  });

test('a line in which an artist differs from an earlier line is an error, and further lines are still read', async () => {
  const { rows } = await readAll('x.csv', 'artista,lugar,disco\nVirus,La Plata,Wadu Wadu\nvirus,Rosario,Locura\nVirus,La Plata,Locura\n');
  expect(rows.map(({ line, ...row }) => [line, 'kind' in row ? row.kind : row.errors[0]?.code])).toEqual([
    [2, 'artist'],
    [2, 'artist_details'],
    [2, 'album'],
    [3, 'differsFromLine'],
    [4, 'album'],
  ]);
});

test('a table whose reading breaks off is not taken for Windows-1252', async () => {
  let reads = 0;
  async function* breaks() {
    yield Buffer.from('artista\nÑandú\n');
    if (++reads === 1) throw unavailable('out of reach');
  }
  expect(await rejectionOf(openSource(breaks, 'csv', { map: new Map() }))).toContain('out of reach');
});
