import type { Actor } from '../model/actor.ts';
import type { Awaitable } from '../model/awaitable.ts';
import type { Context } from '../model/context.ts';
import type { Kind } from '../model/record.ts';
import type { IndexChange } from '../model/search/indexed.ts';
import type { Caller, SlowReadFigures } from './slowReads.ts';

/** A parameter or a column of a result. Both engines return every integer as a bigint. */
export type Value = string | bigint | number | null;
export type Row = Record<string, Value>;

/** Reports an event to the operator: an error, the reason of a wait (`warn`), or its end (`info`). */
export type Report = (message: string, level?: 'error' | 'warn' | 'info') => void;

/** The statements for rows by id: `one` has a parameter for one id, `many` for an array. */
export type SharedStatement = { one: string; many: string };

/**
 * Reads with prepared statements. Parameters are `$1`, `$2`, …, first mentioned in ascending order: bun:sqlite binds them by first
 * appearance, PostgreSQL by number, and both agree only in that order.
 */
export interface Reader {
  readonly engine: 'sqlite' | 'postgres';
  get(sql: string, ...values: Value[]): Awaitable<Row | undefined>;
  all(sql: string, ...values: Value[]): Awaitable<Row[]>;
  /** The row of an id. Where a shared statement is cheaper than one for each, it also serves the other ids of the same turn. */
  getShared?(sql: SharedStatement, id: bigint): Promise<Row | undefined>;
}

/** One open transaction: its statements become durable together or not at all. */
export interface Transaction extends Reader {
  /** Milliseconds since 1970, the same for the whole transaction. */
  readonly now: number;
  /** Comment, source and idempotency key of the request. Each revision of the transaction gets comment and source. */
  readonly context: Context;
  /** The end of a select that locks rows which the transaction will change; "" on SQLite, which has one writer. */
  readonly forUpdate: '' | ' for update';
  /**
   * Locks an account until the transaction ends. Under `shared` no other transaction changes its rights; under `exclusive` none uses them
   * either. A queued exclusive lock goes before later shared ones. Does nothing on SQLite, which has one writer.
   */
  lock(account: bigint, how: 'shared' | 'exclusive'): Awaitable<void>;
  run(sql: string, ...values: Value[]): Awaitable<void>;
  /** Adds a change to the search index; on SQLite only in a build, since all other changes enter the index from the revision log. */
  index(change: IndexChange): void;
  /** Rolls back all earlier writes; the transaction continues. Only for writes with an idempotency key. */
  undo(): Awaitable<void>;
  /** Locks a name until the transaction ends. False if another transaction has it; always true on SQLite, which has one writer. */
  tryLock(name: string): Awaitable<boolean>;
  /**
   * The next id of the service's own sequence.
   *
   * @param taken the id that it returned last, if a record has or had it; the next id then follows the run of such ids
   */
  nextId(kind: Kind, taken?: bigint): Awaitable<bigint>;
  /** The number of the write, which all its changes share, from its first revision on. */
  changeset: bigint | undefined;
  /** An expression for the number of a write that has none yet. */
  readonly nextChangeset: string;
}

export type StoreFigures = {
  /** Bytes of the stored data at the last measurement, and the operator's limit. */
  size?: { bytes: number; limit: number | undefined };
  /** Whether the writer thread runs, or the server can be reached. */
  up: boolean;
  /** Reading operations begun. */
  reads: number;
  /** Writes that became durable. */
  writes: number;
  /** The number of slow reads that run; of those that wait; and of those refused because too many waited, or they waited too long. */
  slowReads?: SlowReadFigures;
  /** `waiting` counts the writes that wait for the writer thread or are in it. */
  sqlite?: { waiting: number; walBytes: number };
  /**
   * `waiting` counts the requests that wait for a connection, `retries` the transactions run again after a lost race, and
   * `unnumbered` the revisions, up to 10,000, that wait for their number in the revision log, with the age of the oldest.
   */
  postgres?: { connections: number; idle: number; waiting: number; retries: number; unnumbered: { revisions: number; seconds: number } };
};

/** Called for every commit that succeeded: the number of its writes, including refused ones, and the seconds until it was durable. */
export type CommitObserver = (writes: number, seconds: number) => void;

export type ReadOperation<I, O> = (reader: Reader, input: I) => Awaitable<O>;
export type WriteOperation<I, O> = (tx: Transaction, actor: Actor, input: I) => Promise<O>;

declare const registered: unique symbol;

/** A read operation of a table: it is found by its name in another thread. */
export type Read<I, O> = {
  readonly name: string;
  readonly run: ReadOperation<I, O>;
  /** Whether it reads the search index, which then must have all changes that were answered before. */
  readonly searches: boolean;
  readonly [registered]: true;
};

/** A write operation of a table: it is found by its name on the other side of a thread or socket. */
export type Write<I, O> = {
  readonly name: string;
  readonly run: WriteOperation<I, O>;
  /** Whether the store grows with every such write. */
  readonly adds: boolean;
  readonly [registered]: true;
};

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export type Reads = Record<string, Read<any, any>>;
// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export type Writes = Record<string, Write<any, any>>;

/** Makes the table of all slow reads; no other object has the type that `Store.readSlow` accepts. */
// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export function registerReads<T extends Record<string, ReadOperation<any, any>>>(
  operations: T,
  searches = false,
): { readonly [K in keyof T]: T[K] extends ReadOperation<infer I, infer O> ? Read<I, O> : never } {
  return named(operations, { searches }) as never;
}

// biome-ignore lint/suspicious/noExplicitAny: a table holds operations of every input and result
export type WriteOperations = Record<string, WriteOperation<any, any>>;
export type Registered<T extends WriteOperations> = {
  readonly [K in keyof T]: T[K] extends WriteOperation<infer I, infer O> ? Write<I, O> : never;
};

/** Makes a table of writes, which only the guard of rights does; no other object has the type that `Store.write` accepts. */
export function registerWrites<T extends WriteOperations>(operations: T): Registered<T> {
  return named(operations, { adds: false }) as never;
}

function named<R>(operations: Record<string, R>, more: object): Record<string, { name: string; run: R }> {
  return Object.fromEntries(Object.entries(operations).map(([name, run]) => [name, { name, run, ...more }]));
}

/** Several reads on one snapshot. */
export type Snapshot = {
  /** Call it again only after it has resolved. @throws Problem `unavailable` once it has ended */
  read<I, O>(operation: Read<I, O>, input: I): Promise<O>;
  end(): void;
};

export interface Store {
  /**
   * Runs a reading operation of a few quick statements on the committed state.
   *
   * @throws Problem `unavailable` where the engine is out of reach
   */
  read<I, O>(operation: ReadOperation<I, O>, input: I): Awaitable<O>;
  /**
   * Runs a reading operation that may be slow, on one snapshot. A few run at once, and the others wait in a fair queue of clients. When the
   * client disconnects, or after a time limit, it ends before its next statement, so each statement should be short. Input and result must
   * be plain data, since they may cross a thread.
   *
   * @throws Problem of the operation; `unavailable` where too many wait, it takes too long, or the engine is out of reach
   */
  readSlow<I, O>(operation: Read<I, O>, input: I, caller: Caller): Promise<O>;
  /** A snapshot for several reads, such as the pages of an export. @throws Problem `unavailable` where too many are open */
  openSnapshot(caller: Caller): Promise<Snapshot>;
  /** Runs a reading operation of a command on one snapshot, without a time limit. A service uses `readSlow` or `openSnapshot`. */
  snapshot<I, O>(operation: ReadOperation<I, O>, input: I): Promise<O>;
  /**
   * Runs a write operation in one transaction and resolves once it is durable. Input and result must be plain data, since they may cross a
   * thread.
   *
   * @param context of the request; none for a command
   * @throws Problem of the operation; `storage-full` where the disk is full and nothing was changed; `unavailable` where nothing was
   * changed or the outcome is unknown
   */
  write<I, O>(operation: Write<I, O>, actor: Actor, input: I, context?: Context): Promise<O>;
  /** Whether reads and writes would succeed now; may reject instead of returning false. */
  ready(): Promise<boolean>;
  /** Bytes of the stored data. Cheap enough to ask every second. */
  size(): Promise<number>;
  /** The engine's own integrity checks. @returns a sentence for each fault */
  checkIntegrity(): Promise<string[]>;
  /** Costs no more than reading the size of a file. */
  figures(): StoreFigures;
  /** Waits for the writes under way, then closes the engine. */
  close(): Promise<void>;
}
