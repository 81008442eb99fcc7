import { cursorOf, showPosition } from '../model/change.ts';
import { exportFormats } from '../model/export/byName.ts';
import type { ExportHead } from '../model/export/format.ts';
import { type ExportQuery, showPlace } from '../model/export/query.ts';
import { knownTypes } from '../model/kinds.ts';
import { Problem } from '../model/problem.ts';
import { type Kind, kinds } from '../model/record.ts';
import type { Read } from '../store/store.ts';
import { reads } from './reads.ts';

/** Runs a read on the snapshot that is exported. */
type ReadOne = <I, O>(operation: Read<I, O>, input: I) => Promise<O>;

/**
 * The catalogue in UTF-8, piece by piece: the records of each kind in order of id. If the snapshot ends early, a format with an end
 * line says so there.
 *
 * @throws Problem of `read`, where the format has no end
 */
export async function* exportCatalogue(
  read: ReadOne,
  { format, kind, after }: ExportQuery,
  about: Omit<ExportHead, 'cursor'>,
): AsyncGenerator<Uint8Array> {
  const { head, end } = exportFormats[format];
  const chosen = kind ? [kind] : kinds.slice(after && kinds.indexOf(after.kind));
  const newest = cursorOf(await read(reads.readNewest, null));
  yield Buffer.from(head({ ...about, cursor: newest ? showPosition(newest) : null }, knownTypes[chosen[0] as Kind]));
  let records = 0;
  let place = after;
  try {
    for (const kind of chosen) {
      for (let more = true; more; ) {
        const page = await read(reads.readExportPage, { kind, format, after: place?.kind === kind ? place.id : 0n });
        more = page.more;
        if (page.last === undefined) continue;
        yield page.bytes;
        records += page.records;
        place = { kind, id: page.last };
      }
    }
  } catch (error) {
    if (!end || !(error instanceof Problem)) throw error;
    return yield Buffer.from(end({ records, complete: false, after: place ? showPlace(place) : null }));
  }
  if (end) yield Buffer.from(end({ records, complete: true }));
}
