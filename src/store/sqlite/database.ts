import { Database, type SQLQueryBindings, type Statement } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { lastingRefusal, StartRefused } from '../../model/startRefused.ts';
import { fileRefusal } from '../fileRefusal.ts';
import { createIndexWriter, type IndexWriter } from '../search/indexWriter.ts';
import type { Row, Value } from '../store.ts';

/** Prepared statements are cached by their text. */
export type Connection = {
  engine: 'sqlite';
  database: Database;
  get(sql: string, ...values: Value[]): Row | undefined;
  all(sql: string, ...values: Value[]): Row[];
  run(sql: string, ...values: Value[]): void;
  /** Counts statements that may have written. If the count is unchanged, there is nothing to roll back. */
  written(): number;
  index: IndexWriter;
  close(): void;
};

/**
 * A checkpoint every 4,000 pages of 4 KiB, and a page cache of 8 MiB: changes of random records touch the same index pages, so fewer
 * checkpoints write each of them fewer times. With a still longer log, a disk that was full would need more room before writing resumes.
 */
const writerPragmas = ['wal_autocheckpoint = 4000', 'cache_size = -8192'];

/**
 * Prepared statements per connection; beyond this, the oldest is dropped. The program has fewer than 300 fixed ones, but filters can be
 * combined in some 2,000 ways.
 */
const maxStatements = 500;

/** The oldest SQLite without the WAL-reset defect (fixed in 3.51.3). */
const oldestVersion = '3.51.3';

/**
 * Opens a connection on which a commit survives a power cut: write-ahead log and an fsync at every commit.
 *
 * @throws StartRefused where SQLite is too old or does not accept these settings
 */
export function openConnection(path: string, access: 'read' | 'write'): Connection {
  const database = new Database(path, { create: access === 'write', readwrite: true, safeIntegers: true });
  database.run('pragma busy_timeout = 5000');
  // The schema of a file from a stranger may only call functions without side effects (https://sqlite.org/security.html).
  database.run('pragma trusted_schema = off');
  database.run('pragma journal_mode = wal');
  database.run('pragma synchronous = full');
  database.run('pragma foreign_keys = on');
  database.run('pragma journal_size_limit = 67108864');
  if (access === 'read') database.run('pragma query_only = on');
  else for (const pragma of writerPragmas) database.run(`pragma ${pragma}`);
  const connection = withStatements(database);
  assertDurable(connection);
  return connection;
}

function assertDurable(connection: Connection): void {
  const version = String(connection.get('select sqlite_version() as version')?.version);
  if (Bun.semver.order(version, oldestVersion) < 0)
    throw new StartRefused(`SQLite ${version} is too old; at least ${oldestVersion} is needed. Run npm ci again to get the pinned Bun.`);
  for (const [pragma, wanted] of [
    ['journal_mode', 'wal'],
    ['synchronous', '2'],
    ['foreign_keys', '1'],
  ] as const) {
    const found = String(Object.values(connection.get(`pragma ${pragma}`) ?? {})[0]);
    if (found !== wanted) {
      throw new StartRefused(
        `SQLite answers ${pragma}=${found} where ${wanted} is needed to keep what is written. Put the store on a local disk that allows it.`,
      );
    }
  }
}

/** SQLite plans by the value of a parameter after `limit`, so it would compile the statement at each use. `$1 + 0` hides the value. */
const boundLimit = /\blimit \$\d+/g;

type Prepared = { statement: Statement<Row, SQLQueryBindings[]>; reads: boolean };

function withStatements(database: Database): Connection {
  const statements = new Map<string, Prepared>();
  let written = 0;

  function prepared(sql: string): Prepared {
    const known = statements.get(sql);
    if (known) return known;
    assertParameterOrder(sql);
    if (statements.size >= maxStatements) forgetOldest();
    const added = {
      statement: database.prepare<Row, SQLQueryBindings[]>(sql.replace(boundLimit, '$& + 0')),
      reads: /^\s*select\b/.test(sql),
    };
    statements.set(sql, added);
    return added;
  }

  function forgetOldest(): void {
    for (const [sql, { statement }] of statements) {
      statement.finalize();
      statements.delete(sql);
      return;
    }
  }

  return {
    engine: 'sqlite',
    database,
    get(sql, ...values) {
      const { statement, reads } = prepared(sql);
      const row = statement.get(...values) ?? undefined;
      // `insert … on conflict do nothing returning` writes nothing if it returns no row.
      if (row && !reads) written++;
      return row;
    },
    all(sql, ...values) {
      const { statement, reads } = prepared(sql);
      if (!reads) written++;
      return statement.all(...values);
    },
    run(sql, ...values) {
      written++;
      prepared(sql).statement.run(...values);
    },
    written: () => written,
    index: createIndexWriter(false),
    close() {
      // The file stays open until all statements are finalized or collected as garbage.
      for (const { statement } of statements.values()) statement.finalize();
      statements.clear();
      database.close();
    },
  };
}

/** bun:sqlite binds `$n` by first appearance, so a statement that mentions `$2` before `$1` would get them swapped. */
export function assertParameterOrder(sql: string): void {
  const firstMentions = [...new Set(sql.match(/\$\d+/g) ?? [])];
  const wanted = firstMentions.map((_, i) => `$${i + 1}`);
  if (firstMentions.join() !== wanted.join()) throw new Error(`parameters must first appear as ${wanted.join(', ')}: ${sql}`);
}

/** @throws StartRefused where the store does not exist: only the service creates one */
export function requireStore(path: string): void {
  if (!isThere(path)) throw new StartRefused(`There is no store at ${path}. Start the service once to make it, or set DATABASE_URL.`);
}

/** @throws StartRefused where this user may not read it, or where it is not a file: reading a pipe would never end */
export function isThere(path: string): boolean {
  const found = statOf(path);
  if (found && !found.isFile()) throw lastingRefusal(`${path} is no file. Move it away, or name a store with DATABASE_URL=sqlite:FILE.`);
  return found !== undefined;
}

/** @returns 0 if the file does not exist */
export function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

function statOf(path: string) {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    throw fileRefusal(path, error) ?? error;
  }
}
