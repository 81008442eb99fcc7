import { toJson } from '../json.ts';
import { createNumberMap, digestOf } from '../numberMap.ts';
import type { EntryKind, Kind } from '../record.ts';
import { nameOrder } from '../sortKey.ts';
import { type Column, cellValue, readId } from './csvColumns.ts';
import type { CsvRecord } from './csvRecords.ts';
import { badRow, type Given, type ImportRow, type Rows } from './importRow.ts';

type Cells = { [K in Kind]?: Given };
type Ids = Pick<ImportRow, 'artistId' | 'albumId'>;

/** Reads the lines of a table that is not an export. An artist or album in several lines must have the same cells in each. */
export function createTableReader(header: string[], columns: (Column | undefined)[], fills: boolean): (record: CsvRecord) => Rows {
  /** The first line of each artist or album and the digest of its cells, by the digest of its key. The keys would take too much memory. */
  const earlier = createNumberMap(2);
  let withoutId = 0n;

  /**
   * @param given the id in the file; if it is absent, the negative number of the first line replaces it
   * @returns `isNew`: this line is the first of its artist or album; `differsFrom`: the first line, if its cells differ
   */
  function register(name: string, line: number, cells: object, given?: bigint): { id: bigint; isNew: boolean; differsFrom?: number } {
    const text = toJson(cells);
    const [key, digest] = [digestOf(name), digestOf(text)];
    const first = earlier.get(key);
    if (first === undefined) earlier.set(key, line, digest);
    const differs = first !== undefined && text !== '{}' && earlier.get(key, 1) !== digest;
    return { id: given ?? BigInt(-(first ?? line)), isNew: first === undefined, ...(differs && { differsFrom: first }) };
  }

  const columnOf = (member: string) => header[columns.findIndex((column) => column?.kind === 'artist' && column.member === member)];

  function readCells(cells: CsvRecord['cells']): Cells {
    const byKind: Cells = {};
    for (const [i, column] of columns.entries()) {
      const cell = cells[i]?.trim() || null;
      if (!column || cell === null) continue;
      byKind[column.kind] = { ...byKind[column.kind], [column.member]: cellValue(column.kind, column.member, cell) };
    }
    return byKind;
  }

  function readAlbum(line: number, artist: { key: string; id: bigint }, byKind: Cells): Rows {
    const { album, album_details, album_identifier } = byKind;
    if (!album && !album_details && !album_identifier) return [];
    const key = `${artist.key}\n${nameOrder(String(album?.name ?? ''))}\n${album?.year}`;
    const { id, isNew, differsFrom } = register(key, line, { album, album_details, album_identifier });
    if (differsFrom) return [badRow(line, ['differsFromLine', differsFrom])];
    return isNew ? entryRows('album', line, id, { artistId: artist.id, albumId: id }, byKind) : [];
  }

  /** The rows of an artist or album with its details and identifiers. */
  function entryRows(kind: EntryKind, line: number, id: bigint, ids: Ids, byKind: Cells): Rows {
    const [details, identifier] = [`${kind}_details`, `${kind}_identifier`] as const;
    const above: Ids = kind === 'artist' ? { artistId: undefined, albumId: undefined } : { ...ids, albumId: undefined };
    const rows: Rows = [{ line, kind, id, ...above, fields: byKind[kind] ?? {}, partial: true, fills }];
    if (byKind[details]) rows.push({ line, kind: details, id, ...ids, fields: byKind[details], partial: true, fills });
    for (const [scheme, value] of Object.entries(byKind[identifier] ?? {}))
      rows.push({ line, kind: identifier, id: --withoutId, ...ids, fields: { scheme, value }, partial: false });
    return rows;
  }

  return ({ line, cells }) => {
    const { artist, ...otherKinds } = readCells(cells);
    if (!artist && Object.keys(otherKinds).length === 0) return [];
    const { id: idCell, ...fields } = artist ?? {};
    if (typeof fields.name !== 'string') return [badRow(line, ['required'], null, columnOf('name'))];
    const givenId = idCell === undefined ? undefined : readId(String(idCell));
    if (idCell !== undefined && givenId === undefined) return [badRow(line, ['notAnId'], null, columnOf('id'))];
    const key = givenId ? String(givenId) : nameOrder(fields.name);
    const { name: _, ...others } = fields;
    const { artist_details, artist_identifier } = otherKinds;
    const { id, isNew, differsFrom } = register(key, line, { ...others, artist_details, artist_identifier }, givenId);
    if (differsFrom) return [badRow(line, ['differsFromLine', differsFrom])];
    const rows = isNew ? entryRows('artist', line, id, { artistId: id, albumId: undefined }, { ...otherKinds, artist: fields }) : [];
    return [...rows, ...readAlbum(line, { key, id }, otherKinds)];
  };
}
