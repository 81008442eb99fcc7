import { Database } from 'bun:sqlite';
import { writes } from '../../../src/operations/writes.ts';
import { serveWrites } from '../../../src/store/sqlite/writer.ts';

const { prepare } = Database.prototype;

// An opened connection sets `synchronous` to FULL, so this sets a weaker value when the first transaction is prepared.
Database.prototype.prepare = function (this: Database, ...rest: Parameters<typeof prepare>) {
  if (rest[0] === 'begin immediate') this.run(`pragma synchronous = ${process.env.CONTROL_SYNCHRONOUS}`);
  return prepare.apply(this, rest);
} as typeof prepare;

serveWrites(writes);
