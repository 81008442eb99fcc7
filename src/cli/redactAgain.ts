import { knownTypes } from '../model/kinds.ts';
import { Problem } from '../model/problem.ts';
import { kindRows, withArticle, wordsOf } from '../model/record.ts';
import { placeParams } from '../model/recordPath.ts';
import { hidable } from '../model/redaction.ts';
import { StartRefused } from '../model/startRefused.ts';
import type { Redact } from '../operations/redaction.ts';
import { writes } from '../operations/writes.ts';
import { listRedactions, type PortableRedaction } from '../store/redaction.ts';
import { toKey } from '../store/redactionList.ts';
import { findNewest, findTime } from '../store/revision.ts';
import type { Write } from '../store/store.ts';
import { readStore, type WithWrites } from './stores.ts';

/** Repeats redactions that a restored store lacks. @returns lines for the operator */
export async function redactAgain(withWrites: WithWrites, redactions: PortableRedaction[]): Promise<string[]> {
  const known = new Set((await readStore(listRedactions, null)).map(toKey));
  const missing = redactions.filter((redaction) => !known.has(toKey(redaction)));
  let repeated = 0;
  const stillThere: string[] = [];
  await withWrites(async (write) => {
    for (const { kind, id, version, hidden: hide, reason, note, madeAt } of missing) {
      const newest = await readStore(
        async (reader) => (await findTime(reader, kind, id, version)) === madeAt && findNewest(reader, kind, id),
        null,
      );
      // The backup is older than this version.
      if (!newest) continue;
      const redact = (writes as Record<string, unknown>)[`redact${kindRows[kind].name}`] as Write<Redact, string[]>;
      try {
        const erased = await write(redact, { ...placeParams(kind, { ...newest, id }), version, hide, reason, note: note ?? '' });
        if (erased.length > 0) repeated++;
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'still-current')) throw error;
        stillThere.push(
          `${wordsOf(kind)} ${id} contains again what was redacted from version ${version} (${hide.join(', ')}): change it, and redact it again.`,
        );
      }
    }
  });
  return [...(repeated > 0 ? [`Redactions made again: ${repeated}.`] : []), ...stillThere];
}

/** @throws StartRefused if a redaction of the file names a member that records of its kind do not have */
export function requireHidable(file: string, redactions: PortableRedaction[]): void {
  const faults = redactions.flatMap(({ kind, hidden }, i) => {
    const known = hidable(knownTypes[kind]);
    const unknown = hidden.filter((name) => !known.includes(name));
    return unknown.map((name) => `${file}, redaction ${i + 1}: ${withArticle(kind)} has no "${name}", only ${known.join(', ')}.`);
  });
  if (faults.length > 0) throw new StartRefused(...faults, 'Nothing was redacted. Correct the file.');
}
