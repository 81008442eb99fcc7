import { toJson } from '../model/json.ts';
import type { Terms } from '../model/licence.ts';
import type { EntryKind, Kind } from '../model/record.ts';
import type { ExportPage, PageStart } from '../operations/export.ts';
import type { ReadOne } from '../operations/exportCatalogue.ts';
import { reads } from '../operations/reads.ts';
import { albumData, artistData } from './linkedData.ts';

/** Makes the lines of an export as linked data: for each artist and album, the API's answer. */
export function linkedPages(read: ReadOne, publicUrl: string, terms: Terms) {
  return async ({ kind, ...start }: PageStart<Kind>): Promise<ExportPage> => {
    const { artists, albums, ...end } = await read(reads.readLinkedPage, { ...start, kind: kind as EntryKind });
    const records = [
      ...artists.map((artist) => artistData(artist, publicUrl, terms)),
      ...albums.map((album) => albumData(album, publicUrl, terms)),
    ];
    return { bytes: Buffer.from(records.map((record) => `${toJson(record)}\n`).join('')), records: records.length, ...end };
  };
}
