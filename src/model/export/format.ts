import type { RecordType } from '../record.ts';

/** A record with the ids of its artist and album. */
export type Exported = { record: { id: bigint }; artistId?: bigint | undefined; albumId?: bigint | undefined };

/** `rockola`: the version of the program. `cursor`: that of the feed of changes, null before the first change. `licence`: as SPDX names it. `credit`: absent where none is set. */
export type ExportHead = { rockola: string; cursor: string | null; licence: string | null; credit?: string | undefined };

/** `after`: the parameter `after` of an export that continues this one; null if that must begin again. */
export type ExportEnd = { records: number; complete: true } | { records: number; complete: false; after: string | null };

/** Turns records into text. */
export type ExportFormat = {
  mediaType: string;
  /** Of the file, with its dot. */
  ending: string;
  /** Whether records of several kinds can stand in one file. */
  mixes: boolean;
  /** @param type of the records; the first of several */
  head(head: ExportHead, type: RecordType<never>): string;
  line(type: RecordType<never>, exported: Exported): string;
  /** Absent: only a broken transfer tells that a file is not complete. */
  end?(end: ExportEnd): string;
};
