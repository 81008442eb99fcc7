import { heapStats } from 'bun:jsc';
import { expect, test } from 'bun:test';
import type { ImportRow, Rows } from '../../src/model/import/importRow.ts';
import { formatOf, openSource } from '../../src/model/import/source.ts';
import { rejectionOf } from '../support/failure.ts';
import { readInPieces } from '../support/importRows.ts';
import { date, entities, entity, item } from '../support/wikidata.ts';

const rowsOf = async (text: string | Uint8Array) => (await readInPieces('wikidata', text, 1_009)).rows;
const summaryOf = (rows: Rows) =>
  (rows as ImportRow[]).map(({ line, kind, artistId, albumId, fields }) => [line, kind, artistId, albumId, fields]);

test('entities are read as artists and albums with the facts that the catalogue can store, artists first', async () => {
  const rows = await rowsOf(entities.join('\n'));
  const [group, charly, pedro] = [901n, 902n, 903n];
  const identifier = (scheme: string, value: string) => ({ scheme, value });
  const alias = (name: string, kind: string) => ({ name, kind, language: 'es' });
  expect(summaryOf(rows)).toEqual([
    [2, 'artist', undefined, undefined, { name: 'Charly García' }],
    [2, 'artist_details', charly, undefined, { type: 'person', from: '1967', genres: ['rock', 'progressive-rock'] }],
    [2, 'alias', charly, undefined, alias('Carlos Alberto García Moreno', 'legal name')],
    [2, 'alias', charly, undefined, alias('Charly', 'search hint')],
    [2, 'artist_identifier', charly, undefined, identifier('wikidata', 'Q902')],
    [3, 'artist', undefined, undefined, { name: 'Pedro Aznar' }],
    [3, 'artist_details', pedro, undefined, { type: 'person' }],
    [3, 'artist_identifier', pedro, undefined, identifier('wikidata', 'Q903')],
    [4, 'artist', undefined, undefined, { name: 'Serú Girán' }],
    [4, 'artist_details', group, undefined, { type: 'group', from: '1978-03', to: '1993', ended: true }],
    [4, 'artist_identifier', group, undefined, identifier('wikidata', 'Q901')],
    [4, 'artist_identifier', group, undefined, identifier('musicbrainz', 'b8a7c51f-362c-4dcb-a259-bc6e0095f0a6')],
    [4, 'artist_identifier', group, undefined, identifier('discogs', '82730')],
    [1, 'album', group, undefined, { name: 'La Grasa de las Capitales', year: 1979n }],
    [1, 'album_details', group, 907n, { kind: 'album', released: '1979' }],
    [5, 'album', group, undefined, { name: 'No llores por mí, Argentina', year: 1982n }],
    [5, 'album_details', group, 908n, { kind: 'live', released: '1982-12-01' }],
    [2, 'membership', group, undefined, { person: charly, credited: 'Charly García', from: '1978', to: '1982', ended: true }],
    // The file has no entity of this band, so its name is unknown.
    [2, 'artist', undefined, undefined, {}],
    [2, 'artist_identifier', 999n, undefined, identifier('wikidata', 'Q999')],
    [2, 'membership', 999n, undefined, { person: charly, credited: 'Charly García' }],
    [4, 'membership', group, undefined, { person: pedro, credited: 'Pedro Aznar', from: '1978', to: '1982', ended: true }],
  ]);
});

test('a dump in an array has the same rows as one in lines, each one line later; a cut array is refused', async () => {
  const dump = `[\n${entities.join(',\r\n')}\n]\n`;
  const rows = (await rowsOf(entities.join('\n'))).map((row) => ({ ...row, line: row.line + 1 }));
  expect(await rowsOf(dump)).toEqual(rows as Rows);
  expect(await rejectionOf(rowsOf(dump.slice(0, -2)))).toContain('was cut');
});

test('dates are approximate if Wikidata says so, and absent if the year is unknown', async () => {
  const dated = (time: string, precision: number, circa?: boolean) => ({
    value: { time, precision },
    qualifiers: circa ? { P1480: [item(5727902)] } : {},
  });
  const cases: [object, string | undefined][] = [
    [dated('+1969-00-00T00:00:00Z', 9, true), '1969~'],
    [dated('+1969-00-00T00:00:00Z', 8), undefined],
    [dated('+1969-02-30T00:00:00Z', 11), undefined],
    [dated('-0044-03-15T00:00:00Z', 11), undefined],
    [{}, undefined],
  ];
  for (const [statement, from] of cases) {
    const rows = await rowsOf(entity(1, { es: 'Manal' }, { P31: [item(215380)], P571: [statement as never] }));
    expect((rows[1] as ImportRow).fields.from).toBe(from);
  }
});

test('soul and funk become one genre of the catalogue, which the artist has once', async () => {
  const genres = [131272, 12345, 164444, 105527].map(item);
  const rows = await rowsOf(entity(1, { es: 'Dino Saluzzi' }, { P31: [item(5)], P136: genres }));
  expect((rows[1] as ImportRow).fields.genres).toEqual(['funk-soul', 'jazz-rock']);
});

test('a bad line is reported by its number, and a member of an unexpected shape is ignored', async () => {
  const sumo = entity(1, { es: 'Sumo' }, { P31: [item(215380)] });
  const deep = sumo.replace('"sitelinks":{}', `"sitelinks":${'['.repeat(40)}${']'.repeat(40)}`);
  const lines = [
    ...['{"x":1}', 'nonsense,', sumo.replace('Sumo', '\\ud800'), deep, `{"id":"Q1","labels":"${'x'.repeat(1 << 20)}"}`],
    ...[entity(2, { es: 'Sin artista' }, { P31: [item(482994)], P577: [date('1985')] }), sumo],
  ];
  const rows = await rowsOf(lines.join('\n'));
  expect(rows.map((row) => [row.line, 'errors' in row ? row.errors[0]?.detail : row.kind])).toEqual([
    [1, 'is no entity of Wikidata'],
    [2, 'At character 0: expected a JSON value, found "n".'],
    [3, expect.stringContaining('lone surrogate')],
    [4, expect.stringContaining('nested deeper')],
    [5, 'is longer than 1048576 bytes'],
    [6, 'has no artist'],
    [7, 'artist'],
    [7, 'artist_details'],
    [7, 'artist_identifier'],
  ] as never);
  const shapes = [
    '1',
    'null',
    '"x"',
    '[]',
    '{}',
    '[1,null,{}]',
    '{"P31":1}',
    '{"P31":[null,{"mainsnak":[]},{"mainsnak":{"datavalue":{"value":{"id":5}}}}]}',
  ];
  for (const shape of shapes)
    for (const member of ['labels', 'aliases', 'claims']) {
      const parts = { id: '"Q1"', labels: '{}', claims: '{"P31":[{"mainsnak":{"datavalue":{"value":{"id":"Q5"}}}}]}', [member]: shape };
      const text = `{${Object.entries(parts)
        .map(([name, value]) => `"${name}":${value}`)
        .join()}}`;
      expect((await rowsOf(text)).every((row) => 'kind' in row)).toBe(true);
    }
});

test('the names of artists do not keep the lines of the file in memory', async () => {
  const count = 100;
  const filler = 'x'.repeat(1_000_000);
  async function* pieces() {
    for (let n = 1; n <= count; n++)
      yield Buffer.from(
        `${entity(n, n % 2 ? { es: `Artista con un nombre largo ${n}`, qu: filler } : { es: `${n}${filler}` }, { P31: [item(5)] })}\n`,
      );
  }
  const megabytes = () => {
    Bun.gc(true);
    const { heapSize, extraMemorySize } = heapStats();
    return (heapSize + extraMemorySize) / 2 ** 20;
  };
  const source = await openSource(pieces, 'wikidata', { map: new Map() });
  const before = megabytes();
  let artists = 0;
  for await (const rows of source.rows()) artists += rows.filter((row) => 'kind' in row && row.kind === 'artist').length;
  const grown = megabytes() - before;
  // The source is used after the measurement, so its names are still there. The lines take 100 MB.
  expect([artists, source.match]).toEqual([count, 'identifier']);
  expect(grown).toBeLessThan(60);
});

test('the name of the file determines the format', () => {
  expect(['wikidata-20261101-all.json', 'b/Wikidata.ndjson', 'wikidata/x.json', 'wikidata.csv'].map(formatOf)).toEqual([
    ...(['wikidata', 'wikidata', 'json', 'csv'] as never[]),
  ]);
});
