import { csv, spreadsheet } from './csv.ts';
import type { ExportFormat } from './format.ts';
import { ndjson } from './ndjson.ts';

/** Formats of single records. `spreadsheet` is CSV too. */
export const exportFormats = { ndjson, csv, spreadsheet };
export type RecordFormat = keyof typeof exportFormats;

/** JSON-LD of an artist or an album on each line. Only the rooms that know addresses can make it. */
const jsonld: Omit<ExportFormat, 'line'> = { mediaType: 'application/x-ld+ndjson', ending: '.jsonld', mixes: true, head: () => '' };

export const formatsByName = { ...exportFormats, jsonld };
export type FormatName = keyof typeof formatsByName;
