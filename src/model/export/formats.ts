import { toJson } from '../json.ts';
import type { RecordType } from '../record.ts';
import { placePath } from '../recordPath.ts';

/** A record with the ids of its artist and album. */
export type Exported = { record: { id: bigint }; artistId?: bigint | undefined; albumId?: bigint | undefined };

/**
 * `rockola`: the version of the program. `cursor`: of the newest change, null before the first change. `licence`: an identifier of SPDX.
 * `credit`: absent if none is set.
 */
export type ExportHead = { rockola: string; cursor: string | null; licence: string | null; credit?: string | undefined };

/** `after`: the parameter `after` of the export that continues this one; null if the next export must begin again. */
type ExportEnd = { records: number; complete: true } | { records: number; complete: false; after: string | null };

/** Turns records into text. */
type ExportFormat = {
  mediaType: string;
  /** The end of the file name, with its dot. */
  ending: string;
  /** Whether records of several kinds can stand in one file. */
  mixes: boolean;
  /** @param type of the records; the first of several */
  head(head: ExportHead, type: RecordType<never>): string;
  line(type: RecordType<never>, exported: Exported): string;
  /** Absent: only a broken transfer shows that a file is incomplete. */
  end?(end: ExportEnd): string;
};

/**
 * RFC 4180, one kind to a file: null is an empty cell, an empty text is "". The words of a list are joined by commas and contain none.
 *
 * @param guard changes the texts of cells
 */
function csvWith(guard: (text: string) => string, byteOrderMark = ''): ExportFormat {
  const cell = (value: unknown): string => {
    if (value === null || value === undefined) return '';
    const text = typeof value === 'string' ? guard(value) : Array.isArray(value) ? value.join(', ') : String(value);
    return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const row = (cells: unknown[]) => `${cells.map(cell).join(',')}\r\n`;
  return {
    mediaType: 'text/csv',
    ending: '.csv',
    mixes: false,
    head: (_, type) => byteOrderMark + row(['id', ...type.ancestors.map((ancestor) => `${ancestor}_id`), ...type.names]),
    line(type, { record, ...above }) {
      const members = record as unknown as Record<string, unknown>;
      return row([record.id, ...type.ancestors.map((ancestor) => above[`${ancestor}Id`]), ...valuesOf(type, members)]);
    },
  };
}

const valuesOf = ({ names }: RecordType<never>, record: Record<string, unknown>) => names.map((name) => record[name]);

const csv = csvWith((text) => text);

/**
 * The places where a program may find a formula (OWASP, "CSV Injection"): at the start of a cell, or after another separator by which a
 * program may split it.
 */
const formulas = /^(?=[\t\r])|(?<=^|[;|\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/g;

/** Puts an apostrophe before every possible formula in a cell. */
export const withoutFormulas = (text: string) => text.replace(formulas, "'");

/** For a spreadsheet program: without formulas, and a byte order mark tells the encoding. */
const spreadsheet = csvWith(withoutFormulas, '\ufeff');

/** A JSON text on each line: a head, the records, and the number of records. A record has the same members as a change in the feed. */
const ndjson: ExportFormat = {
  mediaType: 'application/x-ndjson',
  ending: '.ndjson',
  mixes: true,
  head: (head) => `${toJson(head)}\n`,
  line({ kind }, { record, artistId = null, albumId = null }) {
    const path = placePath(kind, { id: record.id, artistId, albumId });
    return `{"kind":"${kind}","path":"${path}","artist_id":${artistId},"album_id":${albumId},"record":${toJson(record)}}\n`;
  },
  end: (end) => `${toJson(end)}\n`,
};

/** Formats of single records. `spreadsheet` is CSV too. */
export const exportFormats = { ndjson, csv, spreadsheet };
export type RecordFormat = keyof typeof exportFormats;

/** JSON-LD of an artist or an album on each line. Only the rooms that know addresses can make it. */
const jsonld: Omit<ExportFormat, 'line'> = { mediaType: 'application/x-ld+ndjson', ending: '.jsonld', mixes: true, head: () => '' };

export const formatsByName = { ...exportFormats, jsonld };
export type FormatName = keyof typeof formatsByName;
