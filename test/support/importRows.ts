import type { ImportSource, Rows } from '../../src/model/import/importRow.ts';
import { type ImportFormat, openSource } from '../../src/model/import/source.ts';

/** Reads a file that arrives in pieces. @param size of the pieces in bytes; they end within lines and characters too */
export async function readInPieces(
  format: ImportFormat,
  content: string | Uint8Array,
  size = 50_021,
): Promise<{ rows: Rows; source: ImportSource }> {
  const bytes = Buffer.from(content as string);
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const source = await openSource(pieces, format, { map: new Map() });
  return { rows: (await Array.fromAsync(source.rows())).flat(), source };
}
