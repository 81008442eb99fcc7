import { csv, spreadsheet } from './csv.ts';
import { ndjson } from './ndjson.ts';

/** `spreadsheet` is CSV too. */
export const exportFormats = { ndjson, csv, spreadsheet };
export type FormatName = keyof typeof exportFormats;
