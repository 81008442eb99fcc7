import type { Awaitable } from '../../model/awaitable.ts';
import { numberedKinds } from '../../model/record.ts';
import type { AppliedMigration, Migration } from '../migrations.ts';
import type { Row, Value } from '../store.ts';
import type { Table } from './tables.ts';

/** The next id of each kind of record, and the number of the next write. */
export type NextIds = Record<IdKind, bigint>;
export type IdKind = (typeof idKinds)[number];
export const idKinds = [
  ...numberedKinds,
  ...(['user', 'session', 'api_key', 'webhook', 'webhook_attempt', 'job', 'job_chunk', 'mail', 'account_event'] as const),
  'changeset',
] as const;

/** The source or the target of a move. Until it is closed, no other process may serve or change it. */
export interface End {
  /** For messages, without a password. */
  readonly name: string;
  readonly engine: 'sqlite' | 'postgres';
  readonly migrations: Migration[];
  /** Goes after a text column in `order by`: both engines must sort by bytes. */
  readonly byBytes: '' | ' collate "C"';
  /** Empty where it is no store. */
  applied(): Awaitable<AppliedMigration[]>;
  /** Parameters as in `Reader`. */
  all(sql: string, ...values: Value[]): Awaitable<Row[]>;
  run(sql: string, ...values: Value[]): Awaitable<void>;
  /** Runs work in one transaction. Resolves once the transaction is durable; rolls back unless the work returns true. */
  inTransaction(work: () => Promise<boolean>): Promise<void>;
  insert(table: Table, rows: Row[]): Awaitable<void>;
  /** Numbers all committed revisions. PostgreSQL does that after the commit. */
  numberRevisions(): Awaitable<void>;
  nextIds(): Awaitable<NextIds>;
  /** Also writes data that the engine derives from the rows. */
  setNextIds(next: NextIds): Awaitable<void>;
  /** Maintenance after many new rows. */
  tidy(): Awaitable<void>;
  close(): Awaitable<void>;
}

/** A missing target is created, a missing source is refused. */
export type Side = 'source' | 'target';
