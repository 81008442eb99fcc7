import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { markdownOf } from '../../src/model/import/discogsMarkup.ts';
import type { ImportRow, Rows } from '../../src/model/import/importRow.ts';
import { formatOf, type ImportFormat } from '../../src/model/import/source.ts';
import {
  discogsArtists,
  discogsCollection,
  discogsMasters,
  musicbrainzArtist,
  musicbrainzDump,
  musicbrainzSearch,
} from '../support/catalogues.ts';
import { rejectionOf } from '../support/failure.ts';
import { readInPieces } from '../support/importRows.ts';

const readAll = async (...file: Parameters<typeof readInPieces>) => (await readInPieces(...file)).rows;
const summaryOf = (rows: Rows) => rows.map((row) => [row.line, 'kind' in row ? row.kind : row.errors[0]?.detail]);
const codesIn = (rows: Rows) => [...new Set(rows.flatMap((row) => ('errors' in row ? row.errors.map(({ code }) => code) : [])))].toSorted();
const ofKind = (rows: Rows, kind: string) => rows.filter((row) => 'kind' in row && row.kind === kind) as ImportRow[];

test('a file of another catalogue has the same rows in whatever pieces it arrives', async () => {
  for (const [format, ...files] of [
    ['discogs', discogsArtists, discogsMasters, discogsCollection],
    ['musicbrainz', musicbrainzArtist, musicbrainzDump, musicbrainzSearch],
  ] as [ImportFormat, ...string[]][])
    for (const file of files) {
      const whole = await readAll(format, file);
      expect(whole.length).toBeGreaterThan(4);
      for (const size of [1, 7, 100]) expect(await readAll(format, file, size)).toEqual(whole);
    }
});

test('the format of another catalogue is recognised by the name of the file', () => {
  const names = [
    'discogs_20260801_artists.xml',
    'ana-collection-20260105-0930.csv',
    'x.XML',
    'lista.csv',
    'all.ndjson',
    'xml',
    'musicbrainz-virus.json',
    '/musicbrainz/x.csv',
  ];
  expect(names.map(formatOf)).toEqual(['discogs', 'discogs', 'discogs', 'csv', 'ndjson', 'csv', 'musicbrainz', 'csv']);
});

test('markup of Discogs becomes Markdown, and text that looks like Markdown stays text', () => {
  expect(markdownOf('[b]B[/b] [i]i[/i] [u]u[/u] [a=Los Gatos] [a123] [a=123] [l=CBS] [r45] [x] 2 * 3_4 <b>')).toBe(
    '**B** *i* u Los Gatos <https://www.discogs.com/artist/123> <https://www.discogs.com/artist/123> CBS <https://www.discogs.com/release/45> \\[x\\] 2 \\* 3\\_4 \\<b>',
  );
  expect(markdownOf('[url=https://a.example.org/x]a[/url] [url=javascript:1]b[/url] [url]c[/url] [url=http://d.example.org]d')).toBe(
    '[a](https://a.example.org/x) b c [d](http://d.example.org)',
  );
  const begun = performance.now();
  expect(markdownOf('[a='.repeat(300_000)).length).toBeGreaterThan(300_000);
  expect(performance.now() - begun).toBeLessThan(10_000);
});

const record = (rest: string) => `<artist><id>1</id><name>Uno</name>${rest}</artist>`;
const wrap = (records: string) => `<artists>\n${records}\n</artists>`;

const refused: [string, string | Uint8Array, string][] = [
  ['a DOCTYPE with entities', `<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]>\n${wrap(record('&d;'))}`, 'has a DOCTYPE'],
  ['a DOCTYPE after the declaration', `<?xml version="1.0"?>\n<!DOCTYPE a SYSTEM "file:///etc/passwd">${wrap('')}`, 'in line 2'],
  ['another declared encoding', `<?xml version="1.0" encoding="ISO-8859-1"?>${wrap(record(''))}`, 'has the encoding ISO-8859-1'],
  ['bytes of another encoding', Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${wrap('ñ')}`, 'latin1'), 'is not utf-8'],
  ['a file that was cut', '<artists><artist><id>1</id>', 'was cut after line 1'],
  ['a file that was cut between records', `<artists>${record('')}`, 'was cut after line'],
  ['records of another kind', '<labels><label/></labels>', 'something else than the elements artist, master in line 1'],
  ['text between records', wrap('x'), 'in line 2'],
  ['a tag without an end', `<${'artists'.repeat(1_000)}`, 'something else'],
  ['a compressed file', Bun.gzipSync(Buffer.from(wrap(record('')))), 'is compressed'],
];
for (const [name, content, why] of refused)
  test(`${name} is refused: ${why}`, async () => {
    expect(await rejectionOf(readAll('discogs', content, 1_000))).toContain(why);
  });

test('a dump without records has no rows', async () => {
  for (const dump of ['<artists/>', '<?xml version="1.0"?>\n<masters x="y" />\n', '<artists></artists>'])
    for (const size of [1, 1_000]) expect([dump, await readAll('discogs', dump, size)]).toEqual([dump, []]);
  expect(await rejectionOf(readAll('discogs', `<artists/>${record('')}</artists>`))).toContain('something else');
});

test('a bad record of a dump is an error in its line, and further records are read', async () => {
  const bad = [
    record('<profile>&nope;</profile>'),
    record('<profile>\0</profile>'),
    record('&#xd800;'),
    record('<urls>'),
    '<artist><id>99999999999999999999</id><name>x</name></artist>',
    '<artist><id>01</id><name>x</name></artist>',
    '<artist/></artist>',
    '<artist></artist>',
    record(`<profile>${'x'.repeat(3 << 20)}</profile>`),
    record('<a>'.repeat(200_000) + '</a>'.repeat(200_000)),
    record('<!DOCTYPE a>'),
    '<master id="5"><title>x</title></master>',
    '<master id="5"><artists><artist><id></id><name>x</name></artist></artists><title>x</title></master>',
  ];
  const rows = await readAll('discogs', wrap([...bad, record('<name>Dos</name>')].join('\n')), 60_000);
  expect(summaryOf(rows).map(([line, what]) => [line, String(what).length > 3])).toEqual(
    [...bad.map((_, i) => i + 2), ...Array(2).fill(bad.length + 2)].map((line) => [line, true]),
  );
  expect(summaryOf(rows).at(-1)).toEqual([bad.length + 2, 'artist_identifier']);
  expect(rows.filter((row) => 'kind' in row).length).toBe(2);
  expect(codesIn(rows)).toEqual(['emptyRecord', 'longRecord', 'noArtist', 'noXml', 'notAnId']);
});

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).map((text) => `x${text.replace(/[\p{Cc}\ufffe\uffff]/gu, '')}y`);
const inXml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

test('each artist, name, member and id of a generated dump is read exactly', async () => {
  const artists = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 999_999_999_999 }), name, other: name, member: fc.nat(9) }), {
    selector: ({ id }) => id,
    maxLength: 10,
  });
  await fc.assert(
    fc.asyncProperty(artists, fc.integer({ min: 1, max: 300 }), async (artists, size) => {
      const members = artists.map(({ member }) => artists[member]).map((member, i) => (member === artists[i] ? undefined : member));
      const text = artists.map(({ id, name, other }, i) => {
        const member = members[i] && `<members><name id="${members[i].id}">${inXml(members[i].name)}</name></members>`;
        return record(`<namevariations><name>${inXml(other)}</name></namevariations>${member ?? ''}`)
          .replace('<id>1<', `<id>${id}<`)
          .replace('Uno', () => inXml(name));
      });
      const rows = await readAll('discogs', `<artists>${text.join('')}</artists>`, size);
      expect(ofKind(rows, 'artist').map(({ id, fields }) => [id, fields.name])).toEqual(artists.map(({ id, name }) => [BigInt(id), name]));
      expect(ofKind(rows, 'artist_identifier').map(({ fields }) => fields.value)).toEqual(artists.map(({ id }) => String(id)));
      expect(ofKind(rows, 'alias').map(({ artistId, fields }) => [artistId, fields.name])).toEqual(
        artists.flatMap(({ id, name, other }) => (name === other ? [] : [[BigInt(id), other]])),
      );
      expect(ofKind(rows, 'membership').map(({ artistId, fields }) => [artistId, fields.person])).toEqual(
        artists.flatMap(({ id }, i) => (members[i] ? [[BigInt(id), BigInt(members[i].id)]] : [])),
      );
    }),
    { numRuns: 100 },
  );
});

const mbid = (n: number) => `${n.toString(16).padStart(8, '0')}-1111-4222-8333-444455556666`;
const mbArtist = (n: number, rest: object = {}) => JSON.stringify({ id: mbid(n), name: `A${n}`, 'sort-name': 'x', ...rest });

test('a bad line of MusicBrainz is an error in its line, and further lines are read', async () => {
  const bad = [
    'nonsense',
    '{"id":"a',
    '{"error":"Not Found","help":"x"}',
    '{"id":"../x","name":"x","sort-name":"x"}',
    `{"id":"${mbid(1)}","title":"x"}`,
    `{"id":"${mbid(1)}","name":"x","sort-name":"x","label-code":1}`,
    `{"id":"${mbid(1)}","primary-type":"Album","title":"x"}`,
    `{"id":"${mbid(1)}","name":"a\\u0000","sort-name":"x"}`,
    `{"id":"${mbid(1)}","name":"\\ud800","sort-name":"x"}`,
    `{"artists":[7]}`,
    mbArtist(1, { x: 'x'.repeat(3 << 20) }),
    mbArtist(1, { x: Array(60_000).fill(0) }),
    `${'['.repeat(40)}${']'.repeat(40)}`,
    '"x"',
  ];
  const rows = await readAll('musicbrainz', `${bad.join('\n')}\n\n${mbArtist(2)}`, 60_000);
  expect(summaryOf(rows).map(([line]) => line)).toEqual([...bad.map((_, i) => i + 1), bad.length + 2, bad.length + 2]);
  expect(rows.filter((row) => 'errors' in row).length).toBe(bad.length);
  expect(codesIn(rows)).toEqual([
    ...['loneSurrogate', 'longRecord', 'noCatalogueId', 'noCredits', 'noEntry', 'noJson', 'noObject', 'nullCharacter'],
    'otherCatalogueError',
  ]);
  expect(summaryOf(rows)[2]).toEqual([3, 'is an error of the other catalogue: Not Found']);
  const latin = await readAll('musicbrainz', Buffer.from(`${mbArtist(1, { name: 'ñ' })}\n${mbArtist(2)}`, 'latin1'));
  expect(summaryOf(latin).slice(0, 2)).toEqual([
    [1, 'is not UTF-8'],
    [2, 'artist'],
  ]);
  expect(summaryOf(await readAll('musicbrainz', '"'.repeat(8 << 20)))).toEqual([[1, 'is longer than 1048576 bytes']]);
  expect(await rejectionOf(readAll('musicbrainz', Bun.gzipSync('{}')))).toContain('is compressed');
});

test('each artist and album of a generated answer is read exactly, from lines, from a list and from indented JSON', async () => {
  const artists = fc.uniqueArray(
    fc.record({ n: fc.integer({ min: 1, max: 0xfffffff }), name, year: fc.integer({ min: 1900, max: 2026 }) }),
    {
      selector: ({ n }) => n,
      minLength: 1,
      maxLength: 8,
    },
  );
  const forms: ((all: object[]) => string)[] = [
    (all) => all.map((artist) => JSON.stringify(artist)).join('\n'),
    (all) => all.map((artist) => JSON.stringify(artist, null, 1)).join(''),
    (all) => JSON.stringify({ count: all.length, artists: all }, null, 2),
  ];
  await fc.assert(
    fc.asyncProperty(artists, fc.constantFrom(...forms), fc.integer({ min: 1, max: 300 }), async (artists, write, size) => {
      const all = artists.map(({ n, name, year }) => ({
        ...{ id: mbid(n), name, 'sort-name': name, type: 'Group' },
        'release-groups': [{ id: mbid(n + 1), title: `${name}"\\{`, 'primary-type': 'Album', 'first-release-date': `${year}-05` }],
      }));
      const rows = await readAll('musicbrainz', write(all), size);
      expect(ofKind(rows, 'artist').map(({ fields }) => fields.name)).toEqual(artists.map(({ name }) => name));
      expect(ofKind(rows, 'artist_identifier').map(({ fields }) => fields.value)).toEqual(artists.map(({ n }) => mbid(n)));
      const ids = ofKind(rows, 'artist').map(({ id }) => id);
      expect(ofKind(rows, 'album').map(({ artistId, fields }) => [artistId, fields.name, fields.year])).toEqual(
        artists.map(({ name, year }, i) => [ids[i], `${name}"\\{`, BigInt(year)]),
      );
      expect(new Set(ids).size).toBe(ids.length);
    }),
    { numRuns: 100 },
  );
});
