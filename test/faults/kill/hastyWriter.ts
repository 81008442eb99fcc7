import { writes } from '../../../src/operations/writes.ts';
import { runBatch } from '../../../src/store/sqlite/batch.ts';
import type { Lag } from '../../../src/store/sqlite/catchUp.ts';
import type { Connection } from '../../../src/store/sqlite/database.ts';
import { openUpToDate } from '../../../src/store/sqlite/openForWriting.ts';
import type { FromWriter, ToWriter } from '../../../src/store/sqlite/writerMessages.ts';

declare const self: Worker;

const commitEvery = 1_000;
let connection: Connection;
let lag: Lag | undefined;

/** A writer thread without durability: it answers at once and commits every second. */
self.onmessage = async ({ data }: MessageEvent<ToWriter>) => {
  if (data === null) return end();
  if ('open' in data) return open(data.open);
  if ('index' in data) return say({ outcomes: [], indexRests: true });
  const done = await runBatch(connection, writes, data.jobs, lag);
  lag = done.lag;
  say(done);
};

function open(path: string): void {
  const durable = openUpToDate(path, say)?.connection as Connection;
  connection = { ...durable, run: (sql, ...values) => isPutOff(durable, sql) || durable.run(sql, ...values) };
  setInterval(() => durable.database.inTransaction && durable.run('commit'), commitEvery);
}

function isPutOff({ database }: Connection, sql: string): boolean {
  return sql === 'commit' || (sql === 'begin immediate' && database.inTransaction);
}

function end(): void {
  if (connection.database.inTransaction) connection.database.run('commit');
  connection.close();
  process.exit(0);
}

function say(message: FromWriter): void {
  self.postMessage(message);
}
