import { writes } from '../../src/operations/writes.ts';
import { lowerThreadPriority } from '../../src/process/lowerThreadPriority.ts';
import { type Job, runBatch } from '../../src/store/sqlite/batch.ts';
import type { Connection } from '../../src/store/sqlite/database.ts';
import { openUpToDate, type WrittenStore } from '../../src/store/sqlite/openForWriting.ts';
import type { FromWriter, ToWriter } from '../../src/store/sqlite/writerMessages.ts';

/** The service's writer, except that each change has a commit of its own. */
declare const self: Worker;

let store: WrittenStore | undefined;
let running = false;
const waiting: Job[] = [];

self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
  if (data === null) return process.exit(0);
  if ('open' in data) {
    lowerThreadPriority();
    store = openUpToDate(data.open, say);
    return;
  }
  if (!('jobs' in data)) return say({ outcomes: [], indexRests: true });
  waiting.push(...data.jobs);
  if (!running && store) void drain(store);
};

async function drain(store: WrittenStore): Promise<void> {
  running = true;
  for (let job = waiting.shift(); job; job = waiting.shift()) {
    const done = await runBatch(store.connection as Connection, writes, [job], store.lag);
    store.lag = done.lag;
    say(done);
  }
  running = false;
}

function say(message: FromWriter): void {
  self.postMessage(message);
}
