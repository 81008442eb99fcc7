import type { Actor } from '../model/actor.ts';
import { type Awaitable, after } from '../model/awaitable.ts';
import { contentOf, type Former, leavesLongText } from '../model/content.ts';
import { fieldError, invalidInput, notFound, Problem } from '../model/problem.ts';
import type { Fields, Kind, RecordOf, RecordType } from '../model/record.ts';
import { type Conditions, etagOf, failedCondition, lacksCondition, type Stated, type Versioned } from '../model/versioned.ts';
import type { Place, Placed, RecordTable } from '../store/record.ts';
import { findUnchanged } from '../store/revision.ts';
import type { Read, Reader, ReadOperation, Transaction, Write } from '../store/store.ts';
import { assignId, type Entry, logRevision } from './log.ts';
import type { Asked } from './revision.ts';

/** A record to add, with the `id` that is requested. `insist`: where that id is taken, refuse the record instead of assigning another. */
export type Creation<F> = { record: { id?: bigint | undefined } & F; insist: boolean };

/** What is to change of a record, and the preconditions its client states. */
export type Update<F> = { fields: Partial<F>; conditions: Conditions };

/** Which version a record is to be again, and the preconditions its client states. */
export type Reversion = { version: bigint; conditions: Conditions };

/** What can be done with every kind of record. `L`: where its list is, `P`: where one record is. */
export type RecordOperations<F extends Fields, L, P> = {
  create: Write<L & Creation<F>, Versioned<RecordOf<F>>>;
  read: ReadOperation<P, Versioned<RecordOf<F>>>;
  readAt: Read<P & Asked<{ at: number }>, Versioned<RecordOf<F>> | undefined>;
  replace: Write<P & Update<F>, Versioned<RecordOf<F>>>;
  patch: Write<P & Update<F>, Versioned<RecordOf<F>>>;
  remove: Write<P & { conditions: Conditions }, void>;
  revert: Write<P & Reversion, Versioned<RecordOf<F>>>;
};

/** @throws Problem `not-found` */
export function readRecord<F extends Fields>(reader: Reader, table: RecordTable<F>, place: Place): Awaitable<Versioned<RecordOf<F>>> {
  return after(table.find(reader, place), (found) => requireFound(table.type.kind, place, found));
}

/** @throws Problem `precondition-failed` where the client insists on an id that is or was taken */
export async function createRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { record: { id: requested, ...fields }, insist, artistId }: Creation<F> & { artistId?: bigint },
): Promise<Versioned<RecordOf<F>>> {
  const { entry, created } = firstVersion(table.type, { id: 0n, ...fields } as unknown as RecordOf<F>, tx.now, artistId);
  const id = await assignId(tx, actor, { id: requested, insist }, entry);
  const { version, changedAt, shape } = created;
  const withId = { record: { ...created.record, id }, version, changedAt, shape };
  await table.insert(tx, artistId, withId);
  return withId;
}

/** A record as it begins, and what the log says of that. */
export function firstVersion<F extends Fields>(
  type: RecordType<F>,
  { id, ...fields }: RecordOf<F>,
  at: number,
  artistId: bigint | undefined,
): { entry: Entry; created: Placed<F> } {
  const { kind, names, shape } = type;
  // Whatever order they came in, answers show them in the order of the description.
  const record = { id, ...Object.fromEntries(names.map((name) => [name, fields[name as never]])) } as unknown as RecordOf<F>;
  const entry = { kind, id, version: 1n, action: 'create' as const, at, artistId, ...contentOf(type, record) };
  return { entry, created: { record, version: 1n, changedAt: at, shape, artistId } };
}

/** Puts a whole record in place of another. @throws Problem `invalid-input`, `not-found`, `precondition-failed` */
export async function replaceRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { fields, conditions, ...place }: Place & Update<F>,
): Promise<Versioned<RecordOf<F>>> {
  const found = await table.lock(tx, place);
  requireFull(table.type, fields, found?.record);
  const current = requireFound(table.type.kind, place, found);
  demandConditions(conditions, current);
  return revise(tx, actor, table, place, current, fields);
}

/** Changes single members of a record. @throws Problem `not-found`, `precondition-failed` */
export async function patchRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { fields, conditions, ...place }: Place & Update<F>,
): Promise<Versioned<RecordOf<F>>> {
  const current = await lockRecord(tx, table, { conditions, ...place });
  return revise(tx, actor, table, place, current, fields);
}

/** A record that is about to change. @throws Problem `not-found`, `precondition-failed` */
export async function lockRecord<F extends Fields>(
  tx: Transaction,
  table: RecordTable<F>,
  { conditions, ...place }: Place & { conditions: Conditions },
): Promise<Versioned<RecordOf<F>>> {
  const current = requireFound(table.type.kind, place, await table.lock(tx, place));
  demandConditions(conditions, current);
  return current;
}

/** An update that changes nothing leaves no trace. @param brought the version that it brings back, where it undoes others */
export async function revise<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { id, artistId }: Place,
  current: Versioned<RecordOf<F>>,
  fields: Partial<F>,
  brought?: Former<F>,
): Promise<Versioned<RecordOf<F>>> {
  const { type } = table;
  const record = merged(current.record, fields);
  if (!record) return current;
  const { version, changedAt } = nextOf(current, tx.now);
  const content = contentOf(type, record, brought ?? (await formerOf(tx, type, current, record)));
  const entry = { kind: type.kind, id, version, action: 'update' as const, at: changedAt, artistId, reverts: brought?.version ?? null };
  await logRevision(tx, actor, { ...entry, ...content });
  const revised = { record, version, changedAt, shape: type.shape };
  await table.update(tx, current.record, revised);
  return revised;
}

/** What the log has of the version before, where the new one leaves a long text alone. */
async function formerOf<F extends Fields>(
  tx: Transaction,
  type: RecordType<F>,
  current: Versioned<RecordOf<F>>,
  record: RecordOf<F>,
): Promise<Former<F> | undefined> {
  if (!leavesLongText(type, current.record, record)) return undefined;
  const content = await findUnchanged(tx, type.kind, record.id, current.version);
  return content && { record: current.record, version: current.version, content };
}

/** @throws Problem `not-found`, `precondition-failed` */
export async function deleteRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { conditions, ...place }: Place & { conditions: Conditions },
): Promise<void> {
  const current = await lockRecord(tx, table, { conditions, ...place });
  await logDeletion(tx, actor, table.type, place, current);
  await table.remove(tx, place.id);
}

/** The version before has what the record was. @param reverts the deletion that it repeats, where it undoes a restoration */
export async function logDeletion<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  { kind, shape }: RecordType<F>,
  { id, artistId }: Place,
  current: Versioned<RecordOf<F>>,
  reverts: bigint | null = null,
): Promise<void> {
  const { version, changedAt: at } = nextOf(current, tx.now);
  await logRevision(tx, actor, { kind, id, version, action: 'delete', at, artistId, reverts, shape, members: null, unchanged: null });
}

/** The next version and its time, which is never before that of the one it follows, though a clock may go back. */
export function nextOf(
  { version, changedAt }: Omit<Versioned<unknown>, 'record' | 'shape'>,
  now: number,
): { version: bigint; changedAt: number } {
  return { version: version + 1n, changedAt: Math.max(now, changedAt) };
}

export function requireFound<T>(kind: Kind, { id, artistId }: Place, found: T | undefined): T {
  if (found) return found;
  throw notFound(`${kind} ${id}${artistId === undefined ? '' : ` of artist ${artistId}`}`);
}

/** @throws Problem `precondition-failed` where a stated precondition does not hold, `precondition-required` where one must be stated */
export function demandConditions(conditions: Conditions, current: Stated, deleted = false): void {
  const etag = etagOf(current);
  const failed = failedCondition(conditions, current, deleted);
  if (failed) throw new Problem('precondition-failed', `${failed} Nothing was changed.`, { etag });
  if (!lacksCondition(conditions)) return;
  const detail = `The record is at ${etag}. Read it, and repeat the request with the entity tag that you read as a precondition; nothing was changed.`;
  throw new Problem('precondition-required', detail, { etag });
}

/**
 * A replacement must carry every member, so that a forgotten one erases nothing; it may lack one that is empty already, for
 * clients that drop empty strings.
 *
 * @throws Problem `invalid-input` naming each member that is missing
 */
function requireFull<F extends Fields>({ names, members }: RecordType<F>, fields: Partial<F>, current: F | undefined): void {
  const isEmpty = (name: keyof F) => current !== undefined && current[name] === members[name].empty;
  const missing = names.filter((name) => fields[name] === undefined && !isEmpty(name));
  if (missing.length === 0) return;
  const detail = 'is missing; PUT carries the whole record, PATCH changes single members';
  throw invalidInput(...missing.map((name) => fieldError(`/${name}`, 'technical', detail)));
}

/** @returns the record with the given members, or undefined where that changes nothing */
function merged<R extends object>(record: R, fields: object): R | undefined {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined);
  const differs = given.some(([name, value]) => record[name as keyof R] !== value);
  return differs ? { ...record, ...Object.fromEntries(given) } : undefined;
}
