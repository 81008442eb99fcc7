import type { ArtistFilter } from '../model/artistQuery.ts';
import { exportFormats, type RecordFormat } from '../model/export/formats.ts';
import { knownTypes } from '../model/kinds.ts';
import type { EntryKind, Kind } from '../model/record.ts';
import { listExported } from '../store/exported.ts';
import type { Reader } from '../store/store.ts';
import { requireSortKeys } from './artist.ts';
import { type LinkedAlbum, type LinkedArtist, readLinkedAlbum, readLinkedArtist } from './known.ts';

/** A page takes some milliseconds, and at most 5 MB of memory. */
const pageSize = 500;
/** Linked data of a record is longer, so its pages have fewer records. */
const linkedPageSize = 50;

/** `last`: the id after which the next page begins; undefined if this page looked at no record. */
type PageEnd = { last: bigint | undefined; more: boolean };
export type ExportPage = PageEnd & { bytes: Uint8Array; records: number };
/** `after`: the last id of the page before; 0n for the first page. */
export type PageStart<K extends Kind> = { kind: K; after: bigint; filter: ArtistFilter };

/** The next records of a kind in order of id, in a format. @throws Problem `unavailable` */
export async function readExportPage(
  reader: Reader,
  { kind, format, after, filter }: PageStart<Kind> & { format: RecordFormat },
): Promise<ExportPage> {
  const { found, ...end } = await part(reader, { kind, after, filter }, pageSize);
  const { line } = exportFormats[format];
  return { bytes: Buffer.from(found.map((exported) => line(knownTypes[kind], exported)).join('')), records: found.length, ...end };
}

/** A page has either artists or albums. */
export type LinkedPage = PageEnd & { artists: LinkedArtist[]; albums: LinkedAlbum[] };

/** The next artists or albums in order of id, with the data for their JSON-LD. @throws Problem `unavailable` */
export async function readLinkedPage(reader: Reader, start: PageStart<EntryKind>): Promise<LinkedPage> {
  const { found, ...end } = await part(reader, start, linkedPageSize);
  const ofArtists = start.kind === 'artist';
  const [artists, albums] = await Promise.all([
    Promise.all(ofArtists ? found.map(({ record }) => readLinkedArtist(reader, { artistId: record.id })) : []),
    Promise.all(
      ofArtists ? [] : found.map(({ record, artistId }) => readLinkedAlbum(reader, { artistId: artistId as bigint, albumId: record.id })),
    ),
  ]);
  return { ...end, artists, albums };
}

async function part(reader: Reader, { kind, after, filter }: PageStart<Kind>, limit: number) {
  if (filter.band !== undefined) await requireSortKeys(reader);
  return listExported(reader, kind, after, limit, filter);
}
