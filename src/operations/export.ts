import { exportFormats, type FormatName } from '../model/export/byName.ts';
import type { Exported } from '../model/export/format.ts';
import { knownTypes } from '../model/kinds.ts';
import type { Kind } from '../model/record.ts';
import { recordTables } from '../store/kinds.ts';
import type { Reader } from '../store/store.ts';

/** A page takes some milliseconds, and at most 5 MB of memory. */
const pageSize = 500;

type ExportPage = { bytes: Uint8Array; records: number; last: bigint | undefined; more: boolean };

/** The next records of a kind in order of id, in a format. @param after the last id of the page before; 0n for the first page */
export async function readExportPage(
  reader: Reader,
  { kind, format, after }: { kind: Kind; format: FormatName; after: bigint },
): Promise<ExportPage> {
  const found: Exported[] = await recordTables[kind].listPlaced(reader, after, pageSize);
  const { line } = exportFormats[format];
  return {
    bytes: Buffer.from(found.map((one) => line(knownTypes[kind], one)).join('')),
    records: found.length,
    last: found.at(-1)?.record.id,
    more: found.length === pageSize,
  };
}
