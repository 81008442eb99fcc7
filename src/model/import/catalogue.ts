import { schemeOf } from '../identifierScheme.ts';
import { createNumberMap, digestOf } from '../numberMap.ts';
import { isEntryKind, isSingle, type Kind, kindRows } from '../record.ts';
import type { BadRow, Given, ImportRow, ImportSource, Rows } from './importRow.ts';

/** Members of a record, or of its details or facts. */
export type Part = [kind: Kind, members: Given];
/** An artist of another catalogue. `id`: only connects the records of the file. `name`: empty if the file does not say it. */
export type Named = { id: bigint; name: string; identifier: string };
/** A record of another catalogue. `artists` of an album: the main artist first. */
export type Entry = {
  line: number;
  artist?: { id: bigint; parts: Part[] };
  albums?: { id: bigint; artists: [Named, ...Named[]]; parts: Part[] }[];
  memberships?: { group: Named; person: Named; members: Given }[];
};

/** `format`: also the scheme of the identifiers of its artists. */
type Catalogue = { format: 'discogs' | 'musicbrainz' | 'wikidata'; read(): AsyncIterable<(Entry | BadRow)[]> };

/**
 * The rows of a file of another catalogue, in up to three passes: artists, albums and memberships. The artists of albums are created where
 * they are not found and the file says their names. A membership whose group or person is not found is left out.
 */
export function catalogueSource({ format, read }: Catalogue): ImportSource {
  return { match: 'identifier', reading: { format }, columnOf: () => null, rows: () => rowsOf(format, read) };
}

async function* rowsOf(scheme: string, read: Catalogue['read']): AsyncGenerator<Rows> {
  const seen = new Set<bigint>();
  /** The number of the first entry that states a membership: the entry of the group and that of the person may both state it. */
  const statedBy = createNumberMap();
  let number = 0;
  /** The albums of earlier entries: an answer may list an album under each of its artists. */
  const listed = new Set<bigint>();
  let withoutId = 0n;
  let [hasAlbums, hasMemberships] = [false, false];

  function toRows({ line }: Entry, { artistId, albumId }: { artistId: bigint; albumId?: bigint }, parts: Part[], optional = false): Rows {
    return parts.map(([kind, fields]): ImportRow => {
      const above: readonly string[] = kindRows[kind].above;
      const isOwn = isEntryKind(kind) || isSingle(kind);
      const ids = { artistId: above.includes('artist') ? artistId : undefined, albumId: above.includes('album') ? albumId : undefined };
      return { line, kind, id: isOwn ? (albumId ?? artistId) : --withoutId, ...ids, fields, partial: isOwn, fills: true, optional };
    });
  }

  function rowsOfNamed(entry: Entry, { id, name, identifier }: Named, optional: boolean): Rows {
    if (seen.has(id)) return [];
    seen.add(id);
    const parts: Part[] = [
      ['artist', name === '' ? {} : { name }],
      ['artist_identifier', { scheme, value: identifier }],
    ];
    return toRows(entry, { artistId: id }, parts, optional || name === '');
  }

  function readArtist(entry: Entry): Rows {
    hasAlbums ||= entry.albums !== undefined;
    hasMemberships ||= entry.memberships !== undefined;
    if (!entry.artist) return [];
    seen.add(entry.artist.id);
    return toRows(entry, { artistId: entry.artist.id }, entry.artist.parts);
  }

  const readAlbums = (entry: Entry) =>
    (entry.albums ?? []).flatMap(({ id, artists, parts }) => {
      if (listed.has(id)) return [];
      listed.add(id);
      return [
        ...artists.flatMap((artist) => rowsOfNamed(entry, artist, false)),
        ...toRows(entry, { artistId: artists[0].id, albumId: id }, parts),
      ];
    });

  const readMemberships = (entry: Entry) => {
    number++;
    return (entry.memberships ?? []).flatMap(({ group, person, members }) => {
      const pair = `${group.id} ${person.id}`;
      const [key, period] = [digestOf(pair), digestOf(`${pair} ${members.from}`)];
      if ((statedBy.get(key) ?? number) !== number || statedBy.has(period)) return [];
      for (const digest of [key, period]) statedBy.set(digest, number);
      const membership: Part = ['membership', { ...members, person: person.id }];
      return [
        ...[group, person].flatMap((artist) => rowsOfNamed(entry, artist, true)),
        ...toRows(entry, { artistId: group.id }, [membership], true),
      ];
    });
  };

  for await (const entries of read()) yield entries.flatMap((entry): Rows => ('errors' in entry ? [entry] : readArtist(entry)));
  for (const [isThere, readRows] of [
    [hasAlbums, readAlbums],
    [hasMemberships, readMemberships],
  ] as const)
    if (isThere) for await (const entries of read()) yield entries.flatMap((entry) => ('errors' in entry ? [] : readRows(entry)));
}

/** The identifiers in addresses of catalogues that Rockola knows. An address may lack `https:`. */
export function identifiersIn(kind: 'artist_identifier' | 'album_identifier', addresses: string[]): Part[] {
  const found = addresses.flatMap((address) => {
    const value = address.trim().replace(/^\/\//, '');
    const scheme = value.includes('/') ? schemeOf(kind, value) : undefined;
    return scheme ? [[scheme, value] as const] : [];
  });
  return found.map(([scheme, value]) => [kind, { scheme, value }]);
}

/** Other names of an artist, each once. */
export function aliasParts(name: string, others: [name: string, kind: string][]): Part[] {
  const kinds = new Map(others.toReversed().filter(([other]) => other !== '' && other !== name));
  return [...kinds].toReversed().map(([name, kind]) => ['alias', { name, kind }]);
}

/** The role of an artist in a credit. @param join the words between the previous artist and this one, such as " feat. " */
export function roleAfter(join: string): string {
  if (/\bf(?:ea)?t\b/i.test(join)) return 'featuring';
  return /\b(?:con|with)\b/i.test(join) ? 'with' : 'co-author';
}
