import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { Context } from '../model/context.ts';
import type { Kind } from '../model/record.ts';
import type { IndexChange } from '../model/search/indexed.ts';
import type { Caller, SlowReadFigures } from './slowReads.ts';

/** A parameter or a column of a result. Both engines return every integer as a bigint. */
export type Value = string | bigint | number | null;
export type Row = Record<string, Value>;

/** Hears what the operator should know: an error, what is waited for (`warn`), or that one is over (`info`). */
export type Report = (message: string, level?: 'error' | 'warn' | 'info') => void;

/** The rows of some ids: `one` has one for its parameter, `many` an array. */
export type SharedStatement = { one: string; many: string };

/**
 * Reads with prepared statements. Parameters are `$1`, `$2`, …, first mentioned in ascending order: bun:sqlite binds
 * them by first appearance, PostgreSQL by number, and only in that order both agree.
 */
export interface Reader {
  readonly engine: 'sqlite' | 'postgres';
  get(sql: string, ...values: Value[]): Awaitable<Row | undefined>;
  all(sql: string, ...values: Value[]): Awaitable<Row[]>;
  /** The row of an id, in one statement with others that are asked for at the same time, where that costs less than one for each. */
  getShared?(sql: SharedStatement, id: bigint): Promise<Row | undefined>;
}

/** One open transaction: what is run in it becomes durable as a whole or not at all. */
export interface Transaction extends Reader {
  /** Milliseconds since 1970, the same for the whole transaction. */
  readonly now: number;
  /** Comment, source and idempotency key of the request. Each revision of the transaction gets comment and source. */
  readonly context: Context;
  /** The end of a select that locks rows which the transaction will change; "" on SQLite, which has one writer. */
  readonly forUpdate: '' | ' for update';
  /**
   * Locks an account until the transaction ends. With `shared` nobody else changes its rights, with `exclusive` nobody else uses them
   * either. A queued exclusive lock goes before later shared ones. Does nothing on SQLite, which has one writer.
   */
  lock(account: bigint, how: 'shared' | 'exclusive'): Awaitable<void>;
  run(sql: string, ...values: Value[]): Awaitable<void>;
  /** Notes a change of the search index. On SQLite only a build is noted: for all other changes the index follows the revision log. */
  index(change: IndexChange): void;
  /** Rolls back what was written so far; the transaction goes on. Only for writes with an idempotency key. */
  undo(): Awaitable<void>;
  /**
   * An expression that locks a name until the transaction ends, and is false where another transaction has it; always true on SQLite,
   * which has one writer. @param name a parameter such as `$1`
   */
  takes(name: string): string;
  /**
   * The next id of the service's own sequence.
   *
   * @param taken an id that it gave, but that a record has or had: the next one is behind the run of such ids
   */
  nextId(kind: Kind, taken?: bigint): Awaitable<bigint>;
  /** The number of all that the write changes, from its first revision on. */
  changeset: bigint | undefined;
  /** An expression for the number of a write that has none yet. */
  readonly nextChangeset: string;
}

export type StoreFigures = {
  /** Bytes of the stored data at the last look, and the operator's limit. */
  size?: { bytes: number; limit: number | undefined };
  /** Whether the writer thread runs, or the server can be reached. */
  up: boolean;
  /** Reading operations begun. */
  reads: number;
  /** Writes that became durable. */
  writes: number;
  /** Slow reads that run, those that wait for their turn, and those that were turned away since too many waited, too long. */
  slowReads?: SlowReadFigures;
  /** `waiting` counts the writes that wait for the writer or are with it. */
  sqlite?: { waiting: number; walBytes: number };
  /**
   * `waiting` counts the requests that wait for a connection, `retries` the transactions run again after a lost race, and
   * `unnumbered` the revisions, up to 10,000, that wait for their number in the revision log, with the age of the oldest.
   */
  postgres?: { connections: number; idle: number; waiting: number; retries: number; unnumbered: { revisions: number; seconds: number } };
};

/** Called for every commit that succeeded: the writes in it, refused ones too, and the seconds it took to be durable. */
export type CommitObserver = (writes: number, seconds: number) => void;

export type ReadOperation<I, O> = (reader: Reader, input: I) => Awaitable<O>;
export type WriteOperation<I, O> = (tx: Transaction, actor: Actor, input: I) => Promise<O>;

declare const registered: unique symbol;

/** A read operation of a table: it is found by its name in another thread. */
export type Read<I, O> = {
  readonly name: string;
  readonly run: ReadOperation<I, O>;
  /** Whether it reads the search index, which then has all that was answered before. */
  readonly searches: boolean;
  readonly [registered]: true;
};

/** A write operation of a table: it is found by its name on the other side of a thread or socket. */
export type Write<I, O> = {
  readonly name: string;
  readonly run: WriteOperation<I, O>;
  /** Whether it makes the store larger each time. */
  readonly adds: boolean;
  readonly [registered]: true;
};

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export type Reads = Record<string, Read<any, any>>;
// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export type Writes = Record<string, Write<any, any>>;

/** Makes the table of all that a store may be asked to read slowly; nothing else has the type that `Store.readSlow` takes. */
// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export function registerReads<T extends Record<string, ReadOperation<any, any>>>(
  operations: T,
  searches = false,
): { readonly [K in keyof T]: T[K] extends ReadOperation<infer I, infer O> ? Read<I, O> : never } {
  return named(operations, { searches }) as never;
}

/** Makes the table of all that a store may be asked to write; nothing else has the type that `Store.write` takes. */
// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export function registerWrites<T extends Record<string, WriteOperation<any, any>>>(
  operations: T,
  adds = false,
): { readonly [K in keyof T]: T[K] extends WriteOperation<infer I, infer O> ? Write<I, O> : never } {
  return named(operations, { adds }) as never;
}

function named<R>(operations: Record<string, R>, more: object): Record<string, { name: string; run: R }> {
  return Object.fromEntries(Object.entries(operations).map(([name, run]) => [name, { name, run, ...more }]));
}

export interface Store {
  /** Runs a reading operation of a few quick statements on what is committed. @throws Problem `unavailable` where the engine is out of reach */
  read<I, O>(operation: ReadOperation<I, O>, input: I): Awaitable<O>;
  /**
   * Runs a reading operation that may be slow, on one snapshot. A few run at once, the others wait, each client in its turn. When the
   * client has gone, or after a time limit, it ends before its next statement, so each statement should be short. Input and result must
   * be plain data: they may cross a thread.
   *
   * @throws Problem what the operation refused; `unavailable` where too many wait, it takes too long, or the engine is out of reach
   */
  readSlow<I, O>(operation: Read<I, O>, input: I, caller: Caller): Promise<O>;
  /** Runs a reading operation of a command on one snapshot, without a time limit. A service uses `readSlow`. */
  snapshot<I, O>(operation: ReadOperation<I, O>, input: I): Promise<O>;
  /**
   * Runs a write operation in one transaction and resolves once it is durable. Input and result must be plain data:
   * they may cross a thread.
   *
   * @param context what the request says of the change; none where a command makes it
   * @throws Problem of the operation; `storage-full` where the disk is full and nothing was changed; `unavailable` where nothing was
   * changed or the outcome is unknown
   */
  write<I, O>(operation: Write<I, O>, actor: Actor, input: I, context?: Context): Promise<O>;
  /** Whether reads and writes would be served now; may reject instead of saying no. */
  ready(): Promise<boolean>;
  /** Bytes of the stored data. Cheap enough to ask every second. */
  size(): Promise<number>;
  /** The engine's own integrity checks. @returns a sentence per fault, none where all is well */
  checkIntegrity(): Promise<string[]>;
  /** Costs no more than a look at the file system. */
  figures(): StoreFigures;
  /** Waits for the writes under way, then closes the engine. */
  close(): Promise<void>;
}
