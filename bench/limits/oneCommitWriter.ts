import { writes } from '../../src/operations/writes.ts';
import { giveWay } from '../../src/process/giveWay.ts';
import { type Job, runBatch } from '../../src/store/sqlite/batch.ts';
import type { Connection } from '../../src/store/sqlite/database.ts';
import { type FromWriter, openUpToDate, type ToWriter } from '../../src/store/sqlite/writer.ts';

declare const self: Worker;

let connection: Connection | undefined;
let running = false;
const waiting: Job[] = [];

self.onmessage = ({ data }: MessageEvent<ToWriter>) => {
  if (data === null) return process.exit(0);
  if ('open' in data) {
    giveWay();
    connection = openUpToDate(data.open, say);
    return;
  }
  if (data.catchUp) say({ outcomes: [], caughtUp: 1 });
  waiting.push(...data.jobs);
  if (!running && connection) void drain(connection);
};

async function drain(connection: Connection): Promise<void> {
  running = true;
  for (let job = waiting.shift(); job; job = waiting.shift()) say({ outcomes: await runBatch(connection, writes, [job]) });
  running = false;
}

function say(message: FromWriter): void {
  self.postMessage(message);
}
