import type { Awaitable } from '../../model/awaitable.ts';
import { kinds } from '../../model/record.ts';
import type { Migration } from '../migrations.ts';
import type { Row, Value } from '../store.ts';
import type { Table } from './tables.ts';

/** The id that each kind of record gets next, and the number of the next write. */
export type NextIds = Record<IdKind, bigint>;
export type IdKind = (typeof idKinds)[number];
export const idKinds = [...kinds, 'user', 'session', 'api_key', 'mail', 'account_event', 'changeset'] as const;

/** One of the two stores of a move. From its opening to its end nobody else may serve or change it. */
export interface End {
  /** For people, without a password. */
  readonly name: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly migrations: Migration[];
  /** Follows a text column that is to be ordered by its bytes, as both engines must agree on the order. */
  readonly byBytes: '' | ' collate "C"';
  hasTable(name: string): Awaitable<boolean>;
  /** Parameters as in `Reader`. */
  all(sql: string, ...values: Value[]): Awaitable<Row[]>;
  run(sql: string, ...values: Value[]): Awaitable<void>;
  /** Resolves once what the work wrote is durable, all of it; where it throws, nothing is kept. */
  inTransaction(work: () => Promise<void>): Promise<void>;
  insert(table: Table, rows: Row[]): Awaitable<void>;
  /** Gives every committed change its number, where the engine puts that off. */
  numberRevisions(): Awaitable<void>;
  nextIds(): Awaitable<NextIds>;
  /** Sets the next ids, and what else the engine derives from the rows. */
  setNextIds(next: NextIds): Awaitable<void>;
  /** What the engine wants after many rows came in. */
  tidy(): Awaitable<void>;
  close(): Awaitable<void>;
}

/** Whether a store is opened to take rows from or to bring rows to. Only the latter is made where it is not there. */
export type Side = 'source' | 'target';
