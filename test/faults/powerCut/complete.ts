import { createContent } from './content.ts';
import { createDisk, type Disk } from './disk.ts';
import { outputsIn } from './moments.ts';
import { hashOf, type Recording } from './recording.ts';

/**
 * A recording that lacks a write or an answer would prove nothing. At the end of each life the model's files must equal the real ones, and
 * every answer that a client got must be in the recording.
 *
 * @throws Error where something is missing
 */
export function requireComplete({ lives, ledger }: Recording): void {
  const disk = createDisk();
  for (const { events, files } of lives) {
    for (const event of events) disk.apply(event);
    for (const [path, hash] of Object.entries(files)) {
      if (hashOf(read(disk, path)) !== hash) throw new Error(`the recording lacks something: ${path} differs from the real file`);
    }
  }
  const { answeredAt, keyAt } = outputsIn(lives.flatMap(({ events }) => events));
  const unseen = ledger.filter(({ outcome, requestId }) => outcome === 'acked' && !answeredAt.has(requestId));
  if (unseen.length > 0) throw new Error(`the recording lacks ${unseen.length} answers, such as that to ${unseen[0]?.description}`);
  if (keyAt === Number.POSITIVE_INFINITY) throw new Error('the recording lacks the key of the first start');
}

/** The bytes that a program reads while there is power, with those that are not synced. */
function read(disk: Disk, path: string): Buffer {
  const file = disk.names.get(path)?.at(-1)?.file;
  const content = file?.synced.copy() ?? createContent();
  for (const change of file?.pending ?? []) content.apply(change);
  return content.bytes();
}
