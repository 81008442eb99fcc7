import { writes } from '../../src/operations/writes.ts';
import { runBatch } from '../../src/store/sqlite/batch.ts';
import type { Connection } from '../../src/store/sqlite/database.ts';
import { openUpToDate } from '../../src/store/sqlite/openForWriting.ts';
import type { FromWriter, ToWriter } from '../../src/store/sqlite/writerMessages.ts';

declare const self: Worker;

let connection: Connection;

/** A writer thread that kills its process between commit and answer if a change of the batch has a key that begins with "die". */
self.onmessage = async ({ data }: MessageEvent<ToWriter>) => {
  if (data === null) {
    connection.close();
    process.exit(0);
  }
  if ('open' in data) {
    connection = openUpToDate(data.open, say)?.connection as Connection;
    return;
  }
  if ('index' in data) return say({ outcomes: [], indexRests: true });
  const { outcomes } = await runBatch(connection, writes, data.jobs);
  const dies = data.jobs.some(({ id, context }) => {
    const outcome = outcomes.find((found) => found.id === id);
    const isFirst =
      outcome !== undefined && 'value' in outcome && (outcome.value as { replayed?: boolean } | undefined)?.replayed === false;
    return isFirst && context.keyed?.key.startsWith('die');
  });
  if (dies) process.kill(process.pid, 'SIGKILL');
  else say({ outcomes });
};

function say(message: FromWriter): void {
  self.postMessage(message);
}
