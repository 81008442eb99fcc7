import { cursorOf, showPosition } from '../model/change.ts';
import { type ExportHead, formatsByName, type RecordFormat } from '../model/export/formats.ts';
import { type ExportQuery, showPlace } from '../model/export/query.ts';
import { knownTypes } from '../model/kinds.ts';
import { Problem } from '../model/problem.ts';
import type { Kind } from '../model/record.ts';
import type { Read } from '../store/store.ts';
import type { ExportPage, PageStart } from './export.ts';
import { reads } from './reads.ts';

/** Runs a read on the snapshot that is exported. */
export type ReadOne = <I, O>(operation: Read<I, O>, input: I) => Promise<O>;

/** The progress of an export. `kinds`: the number of records of each kind that has any. */
export type Exported = { cursor: string | null; records: number; kinds: Partial<Record<Kind, number>> };

export const nothingExported = (): Exported => ({ cursor: null, records: 0, kinds: {} });

/**
 * The catalogue in UTF-8, piece by piece: the records of each kind in order of id. If the snapshot ends early, a format with an end
 * line says so in that line.
 *
 * @param exported the progress, which this updates
 * @param readPage makes the next lines
 * @throws Problem of `read`, if the format has no end line
 */
export async function* exportCatalogue(
  read: ReadOne,
  { format, kinds, after, filter }: ExportQuery,
  about: Omit<ExportHead, 'cursor'>,
  exported = nothingExported(),
  readPage: (start: PageStart<Kind>) => Promise<ExportPage> = (start) =>
    read(reads.readExportPage, { ...start, format: format as RecordFormat }),
): AsyncGenerator<Uint8Array> {
  const { head, end } = formatsByName[format];
  const newest = cursorOf(await read(reads.readNewest, null));
  exported.cursor = newest ? showPosition(newest) : null;
  yield Buffer.from(head({ ...about, cursor: exported.cursor }, knownTypes[kinds[0] as Kind]));
  let place = after;
  try {
    for (const kind of kinds) {
      for (let more = true; more; ) {
        const page = await readPage({ kind, filter, after: place?.kind === kind ? place.id : 0n });
        more = page.more;
        if (page.last === undefined) continue;
        if (page.records > 0) yield page.bytes;
        exported.records += page.records;
        exported.kinds[kind] = (exported.kinds[kind] ?? 0) + page.records;
        place = { kind, id: page.last };
      }
    }
  } catch (error) {
    if (!end || !(error instanceof Problem)) throw error;
    return yield Buffer.from(end({ records: exported.records, complete: false, after: place ? showPlace(place) : null }));
  }
  if (end) yield Buffer.from(end({ records: exported.records, complete: true }));
}
