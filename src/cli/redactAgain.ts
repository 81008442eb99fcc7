import { Problem } from '../model/problem.ts';
import { kindRows, wordsOf } from '../model/record.ts';
import { placeParams } from '../model/recordPath.ts';
import type { Redact } from '../operations/redaction.ts';
import { writes } from '../operations/writes.ts';
import { listRedactions, type PortableRedaction } from '../store/redaction.ts';
import { toKey } from '../store/redactionList.ts';
import { findNewest, findTime } from '../store/revision.ts';
import type { Write } from '../store/store.ts';
import type { WithWrites } from './operatorWrite.ts';
import { readStore } from './stores.ts';

/** Makes again in a restored store the redactions that it lacks. @returns lines that say so, and which records hold what was redacted */
export async function redactAgain(withWrites: WithWrites, made: PortableRedaction[]): Promise<string[]> {
  const known = new Set((await readStore(listRedactions, null)).map(toKey));
  const missing = made.filter((one) => !known.has(toKey(one)));
  let again = 0;
  const held: string[] = [];
  await withWrites(async (write) => {
    for (const { kind, id, version, hidden: hide, reason, note, madeAt } of missing) {
      const newest = await readStore(
        async (reader) => (await findTime(reader, kind, id, version)) === madeAt && findNewest(reader, kind, id),
        null,
      );
      // The copy is from before that version.
      if (!newest) continue;
      const redact = (writes as Record<string, unknown>)[`redact${kindRows[kind].name}`] as Write<Redact, string[]>;
      try {
        await write(redact, { ...placeParams(kind, { ...newest, id }), version, hide, reason, note: note ?? '' });
        again++;
      } catch (error) {
        if (!(error instanceof Problem && error.code === 'still-current')) throw error;
        held.push(
          `${wordsOf(kind)} ${id} holds again what was redacted of version ${version} (${hide.join(', ')}): change it, and redact it again.`,
        );
      }
    }
  });
  return [...(again > 0 ? [`Redactions made again: ${again}.`] : []), ...held];
}
