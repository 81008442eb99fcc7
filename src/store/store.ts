import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { Context } from '../model/context.ts';
import type { Kind } from '../model/record.ts';
import type { IndexChange } from '../model/search/indexed.ts';
import type { Caller, SlowReadFigures } from './slowReads.ts';

/** What a statement takes and gives: text, exact integers, null. Both engines return every integer as a bigint. */
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
  /** Which engine it is, for the few statements that differ. */
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
  /** What the request says of the change, which each of its revisions carries. */
  readonly context: Context;
  /** Ends a select of rows that the transaction will change, so that no other changes them meanwhile; "" where one writer makes it needless. */
  readonly forUpdate: '' | ' for update';
  /**
   * Locks an account until the transaction ends. With `shared` nobody else changes its rights, with `exclusive` nobody else uses them
   * either. A queued exclusive lock goes before later shared ones. Does nothing on SQLite, which has one writer.
   */
  lock(account: bigint, how: 'shared' | 'exclusive'): Awaitable<void>;
  run(sql: string, ...values: Value[]): Awaitable<void>;
  /** Notes what the search index is to keep of a record. SQLite writes what a build notes; for all else its index follows the log. */
  index(change: IndexChange): void;
  /** Takes back all that was written so far; the transaction goes on. Only for writes whose outcome is kept. */
  undo(): Awaitable<void>;
  /**
   * An expression for whether no other transaction has a name, which this one then has until it ends; always true where one
   * writer makes it needless. @param name a parameter such as `$1`
   */
  takes(name: string): string;
  /**
   * The next id of the service's own sequence.
   *
   * @param taken an id that it gave but that is or was taken: the next one is behind the stretch of ids that are
   */
  nextId(kind: Kind, taken?: bigint): Awaitable<bigint>;
  /** The number of all that the write changes, from its first revision on. */
  changeset: bigint | undefined;
  /** An expression for the number of a write that has none yet. */
  readonly nextChangeset: string;
}

/** What a store has done since it was opened, and how it stands. */
export type StoreFigures = {
  /** Bytes that what is kept took when it was last looked at, and the limit that the operator set. */
  size?: { bytes: number; limit: number | undefined };
  /** Whether it can be used: the writer lives, the server is in reach. */
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
   * Runs a reading operation that may be slow separately from all others, on one snapshot from beginning to end: a few
   * at once, the others wait, each client in its turn. It ends between two statements once who asked has gone or it took too
   * long, so each statement should be short. Input and result must be plain data: they may cross a thread.
   *
   * @throws Problem what the operation refused; `unavailable` where too many wait, it takes too long, or the engine is out of reach
   */
  readSlow<I, O>(operation: Read<I, O>, input: I, caller: Caller): Promise<O>;
  /** Runs a reading operation on one snapshot from beginning to end however long it takes, for commands: a service uses `readSlow`. */
  snapshot<I, O>(operation: ReadOperation<I, O>, input: I): Promise<O>;
  /**
   * Runs a write operation in one transaction and resolves once it is durable. Input and result must be plain data:
   * they may cross a thread.
   *
   * @param context what the request says of the change; none where a command makes it
   * @throws Problem what the operation refused; `storage-full` where the disk is full and nothing was kept;
   * `unavailable` where nothing was kept or the outcome is unknown
   */
  write<I, O>(operation: Write<I, O>, actor: Actor, input: I, context?: Context): Promise<O>;
  /** Whether reads and writes would be served now; may reject instead of saying no. */
  ready(): Promise<boolean>;
  /** Bytes that what is kept takes. Costs little, so it may be asked every second. */
  size(): Promise<number>;
  /** The engine's own integrity checks. @returns a sentence per fault, none where all is well */
  checkIntegrity(): Promise<string[]>;
  /** Costs no more than a look at the file system, so it may be asked often. */
  figures(): StoreFigures;
  /** Waits for the writes under way, then lets go of the engine. */
  close(): Promise<void>;
}
