import type { Actor } from '../model/actor.ts';

/** What a statement takes and gives: text, exact integers, null. Both engines return every integer as a bigint. */
export type Value = string | bigint | number | null;
export type Row = Record<string, Value>;

export type Awaitable<T> = T | Promise<T>;

/** The kinds of record whose ids the service assigns. */
export type Kind = 'artist' | 'album';

/**
 * Reads with prepared statements. Parameters are `$1`, `$2`, …, first mentioned in ascending order: bun:sqlite binds
 * them by first appearance, PostgreSQL by number, and only in that order both agree.
 */
export interface Reader {
  get(sql: string, ...values: Value[]): Awaitable<Row | undefined>;
  all(sql: string, ...values: Value[]): Awaitable<Row[]>;
}

/** One open transaction: what is run in it becomes durable as a whole or not at all. */
export interface Transaction extends Reader {
  /** Milliseconds since 1970, the same for the whole transaction. */
  readonly now: number;
  /** Ends a select of rows that the transaction will change, so that no other changes them meanwhile; "" where one writer makes it needless. */
  readonly forUpdate: '' | ' for update';
  run(sql: string, ...values: Value[]): Awaitable<void>;
  /** The next id of the service's own sequence that is not and never was taken. */
  nextId(kind: Kind): Awaitable<bigint>;
}

/** What a store has done since it was opened, and how it stands. */
export type StoreFigures = {
  /** Whether it can be used: the writer lives, the server is in reach. */
  up: boolean;
  /** Reading operations begun. */
  reads: number;
  /** Changes that became durable. */
  changes: number;
  /** `waiting` counts the changes that wait for the writer or are with it. */
  sqlite?: { waiting: number; walBytes: number };
  /** `waiting` counts the requests that wait for a connection, `retries` the transactions run again after a lost race. */
  postgres?: { connections: number; idle: number; waiting: number; retries: number };
};

/** Hears of every commit that succeeded: the changes in it, refused ones too, and the seconds it took to be durable. */
export type CommitObserver = (changes: number, seconds: number) => void;

export type ReadOperation<I, O> = (reader: Reader, input: I) => Promise<O>;
export type ChangeOperation<I, O> = (tx: Transaction, actor: Actor, input: I) => Promise<O>;

export interface Store {
  /** Runs a reading operation on what is committed. @throws Problem `unavailable` where the engine is out of reach */
  read<I, O>(operation: ReadOperation<I, O>, input: I): Promise<O>;
  /**
   * Runs a changing operation in one transaction and resolves once it is durable. Input and result must be plain data:
   * they may cross a thread.
   *
   * @throws Problem what the operation refused; `storage-full` where the disk is full and nothing was kept;
   * `unavailable` where nothing was kept or the outcome is unknown
   */
  change<I, O>(operation: ChangeOperation<I, O>, actor: Actor, input: I): Promise<O>;
  /** Whether reads and writes would be served now; may reject instead of saying no. */
  ready(): Promise<boolean>;
  /** The engine's own integrity checks. @returns a sentence per fault, none where all is well */
  checkIntegrity(): Promise<string[]>;
  /** Costs no more than a look at the file system, so it may be asked often. */
  figures(): StoreFigures;
  /** Waits for the changes under way, then lets go of the engine. */
  close(): Promise<void>;
}
