import { Database } from 'bun:sqlite';
import { writes } from '../../../src/operations/writes.ts';
import { serveWrites } from '../../../src/store/sqlite/writer.ts';

const { prepare } = Database.prototype;

// The connection sets FULL when it opens, so it is weakened right before its first transaction.
Database.prototype.prepare = function (this: Database, ...rest: Parameters<typeof prepare>) {
  if (rest[0] === 'begin immediate') this.run(`pragma synchronous = ${process.env.CONTROL_SYNCHRONOUS}`);
  return prepare.apply(this, rest);
} as typeof prepare;

serveWrites(writes);
