import { writes } from '../../../src/operations/writes.ts';
import { runBatch } from '../../../src/store/sqlite/batch.ts';
import { type Connection, openConnection } from '../../../src/store/sqlite/database.ts';
import type { FromWriter, ToWriter } from '../../../src/store/sqlite/writer.ts';

declare const self: Worker;

const commitEvery = 100;
let connection: Connection;

/** The writer thread without its promise: it answers at once and commits every tenth of a second. */
self.onmessage = async ({ data }: MessageEvent<ToWriter>) => {
  if (data === null) return end();
  if ('open' in data) return open(data.open);
  say({ outcomes: await runBatch(connection, writes, data.jobs) });
};

function open(path: string): void {
  const prompt = openConnection(path, 'write');
  connection = { ...prompt, run: (sql, ...values) => isPutOff(prompt, sql) || prompt.run(sql, ...values) };
  setInterval(() => prompt.database.inTransaction && prompt.run('commit'), commitEvery);
  say({ opened: true });
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
