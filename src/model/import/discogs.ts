import { parseInt64 } from '../int64.ts';
import { aliasParts, catalogueSource, type Entry, identifiersIn, type Named, type Part, roleAfter } from './catalogue.ts';
import { type CsvOptions, csvSource } from './csv.ts';
import type { CsvRecord } from './csvRecords.ts';
import { markdownOf } from './discogsMarkup.ts';
import { headOf, type ReadBytes } from './encoding.ts';
import { type BadRow, badRow, type ImportSource, refusedFile } from './importRow.ts';
import { childrenOf, textOf, type Xml, type XmlRecord, xmlRecords } from './xmlRecords.ts';

/** In UTF-16 units. The longest profiles have some 30,000. */
const maxRecord = 1 << 20;

/** A dump of artists or masters (XML), or a collection (CSV). */
export async function discogsSource(bytes: ReadBytes, options: CsvOptions): Promise<ImportSource> {
  const head = Buffer.from(await headOf(bytes())).toString('utf8', 0, 100);
  if (!/^\ufeff?\s*</.test(head)) return csvSource(bytes, { ...options, collection: collectionReader });
  if (options.map.size > 0) throw refusedFile('mapOfFormat', 'discogs');
  return catalogueSource({ format: 'discogs', read: () => entriesOf(bytes) });
}

async function* entriesOf(bytes: ReadBytes): AsyncGenerator<(Entry | BadRow)[]> {
  for await (const records of xmlRecords(bytes, ['artist', 'master'], maxRecord)) yield records.map(toEntry);
}

function toEntry(read: XmlRecord): Entry | BadRow {
  const { line } = read;
  if ('fault' in read) return badRow(line, read.fault);
  const { record } = read;
  const isMaster = record['@id'] !== undefined;
  const id = textOf(isMaster ? record['@id'] : record.id);
  const artists = childrenOf(record.artists, 'artist').map((xml) => named(textOf(childrenOf(xml, 'id')), textOf(childrenOf(xml, 'name'))));
  const wrong = [id, ...artists.map(({ identifier }) => identifier)].find((text) => !isId(text));
  if (wrong !== undefined) return badRow(line, ['notAnId'], 'id');
  if (!isMaster) return artistOf(line, named(id, textOf(record.name)), record);
  const [main, ...others] = artists;
  if (!main) return badRow(line, ['noArtist'], 'artists');
  return { line, albums: [{ id: idOf(id), artists: [main, ...others], parts: albumParts(id, record) }] };
}

/** At most as many digits as Rockola accepts in an identifier of Discogs. */
const isId = (text: string) => /^[1-9]\d{0,11}$/.test(text);
const idOf = (text: string) => (isId(text) ? BigInt(text) : 0n);
const named = (id: string, name: string): Named => ({ id: idOf(id), name, identifier: id });
/** Discogs numbers artists of the same name: "Virus (2)". */
const withoutNumber = (name: string) => name.replace(/ \(\d+\)$/, '');

function artistOf(line: number, self: Named, record: { [name: string]: Xml | Xml[] }): Entry {
  const members = linked(record.members);
  const groups = linked(record.groups);
  const type = members.length > 0 ? 'group' : groups.length > 0 ? 'person' : undefined;
  const addresses = childrenOf(record.urls, 'url').map(textOf);
  const texts = (name: string) => childrenOf(record[name], 'name').map(textOf);
  const others: [string, string][] = [
    [type === 'group' ? '' : textOf(record.realname), 'legal name'],
    ...texts('aliases').map((name): [string, string] => [withoutNumber(name), 'nickname']),
    ...texts('namevariations').map((name): [string, string] => [name, 'search hint']),
  ];
  const parts: Part[] = [
    ['artist', { name: self.name, description: markdownOf(textOf(record.profile)) }],
    ...(type ? [['artist_details', { type }] as Part] : []),
    ['artist_identifier', { scheme: 'discogs', value: self.identifier }],
    ...identifiersIn('artist_identifier', addresses),
    ...aliasParts(self.name, others),
  ];
  const memberships = [
    ...members.map((person) => ({ group: self, person, members: { credited: withoutNumber(person.name) } })),
    ...groups.map((group) => ({ group, person: self, members: { credited: withoutNumber(self.name) } })),
  ];
  return { line, artist: { id: self.id, parts }, ...(memberships.length > 0 && { memberships }) };
}

/** The artists of a list that have an id: it is an attribute of the name or, in older dumps, an element before it. */
function linked(list: Xml | Xml[] | undefined): Named[] {
  const ids = childrenOf(list, 'id').map(textOf);
  const all = childrenOf(list, 'name').map((name, i) => named(textOf(childrenOf(name, '@id')) || (ids[i] ?? ''), textOf(name)));
  return all.filter(({ identifier }) => isId(identifier));
}

function albumParts(id: string, record: { [name: string]: Xml | Xml[] }): Part[] {
  const year = textOf(record.year);
  const artists = childrenOf(record.artists, 'artist');
  const credits = artists.slice(1).map((artist, i): Part => {
    const [name, anv] = [textOf(childrenOf(artist, 'name')), textOf(childrenOf(artist, 'anv'))];
    const role = roleAfter(textOf(childrenOf(artists[i], 'join')));
    return ['credit', { artist: idOf(textOf(childrenOf(artist, 'id'))), credited: anv || withoutNumber(name), role }];
  });
  return [
    // Discogs writes 0 for an unknown year.
    ['album', { name: textOf(record.title), ...(Number(year) !== 0 && { year: parseInt64(year) ?? year }) }],
    ['album_identifier', { scheme: 'discogs-master', value: id }],
    ...credits,
  ];
}

const formats: [RegExp, string][] = [
  [/\bComp\b/, 'compilation'],
  [/\b(?:EP|MiniAlbum)\b/i, 'ep'],
  [/\b(?:Single|Maxi)\b/, 'single'],
  [/\b(?:Album|LP)\b/, 'album'],
];

/**
 * Corrects the lines of a collection. Each pressing of an album has a line, and only the first is read. An asterisk after the name of an
 * artist marks a variation of the name.
 */
function collectionReader(header: string[]): (record: CsvRecord) => CsvRecord | undefined {
  const earlier = new Set<number | bigint>();
  return ({ line, cells }) => {
    const cellOf = (name: string) => cells[header.indexOf(name)]?.trim() ?? '';
    const artist = cellOf('Artist').replace(/\*(?=$|[ ,])/g, '');
    const digest = Bun.hash(`${artist}\n${cellOf('Title')}`);
    if (earlier.has(digest)) return undefined;
    earlier.add(digest);
    const corrected: { [name: string]: string } = {
      Artist: artist,
      Released: cellOf('Released').match(/^[1-9]\d{3}/)?.[0] ?? '',
      Format: formats.find(([form]) => form.test(cellOf('Format')))?.[1] ?? '',
    };
    return { line, cells: header.map((name, i) => (Object.hasOwn(corrected, name) ? (corrected[name] ?? null) : (cells[i] ?? null))) };
  };
}
