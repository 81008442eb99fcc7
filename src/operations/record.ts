import type { Actor } from '../model/actor.ts';
import { type Awaitable, chain } from '../model/awaitable.ts';
import { contentOf, leavesLongText, type PreviousVersion } from '../model/content.ts';
import { fieldError, invalidInput, Problem } from '../model/problem.ts';
import { type EntryKind, type Fields, isSame, type RecordOf, type RecordType } from '../model/record.ts';
import { type Conditions, etagOf, failedCondition, lacksCondition, type Versioned, type VersionStamp } from '../model/versioned.ts';
import { recordTables } from '../store/kinds.ts';
import type { Ancestry, RecordIds, RecordTable, VersionedRecord } from '../store/record.ts';
import { appendDeletions, findNewest, findUnchanged } from '../store/revision.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { assignId, type Entry, logRevision } from './log.ts';
import { lockArtist, nameOf, placesAbove, requireFound, tablesUnder } from './place.ts';
import { requireUnclaimed, requireUnlike, requireValid } from './valid.ts';

/** A record to add, with its requested `id`. `requireId`: refuse the record if the id is taken, instead of assigning another. */
export type Creation<F> = { record: { id?: bigint | undefined } & F; requireId: boolean };

export type Update<F> = { fields: Partial<F>; conditions: Conditions };

/** The version to restore, and the preconditions of the client. */
export type Reversion = { version: bigint; conditions: Conditions };

/** @throws Problem `not-found` */
export function readRecord<F extends Fields>(reader: Reader, table: RecordTable<F>, place: RecordIds): Awaitable<Versioned<RecordOf<F>>> {
  return chain(table.find(reader, place), (found) => requireFound(table.type.kind, place, found));
}

/**
 * @throws Problem `not-found` where its parent does not exist, `precondition-failed` where the client requires an id that a record has or
 * had
 */
export async function createRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { record: { id: requested, ...fields }, requireId, ...under }: Creation<F> & Ancestry,
): Promise<Versioned<RecordOf<F>>> {
  for (const { kind, ...place } of placesAbove(table.type, under)) requireFound(kind, place, await recordTables[kind].lock(tx, place));
  const { entry, created } = firstVersion(table.type, { id: 0n, ...table.type.normal(fields as unknown as F) }, tx.now, under);
  await requireValid(tx, table, { id: 0n, ...under }, created.record);
  await requireUnclaimed(tx, table.type, [created.record]);
  const id = await assignId(tx, actor, { id: requested, requireId }, entry);
  const placed = { ...created, record: { ...created.record, id } };
  await table.insert(tx, placed);
  return versionOf(placed);
}

function versionOf<F extends Fields>({ record, version, changedAt, shape }: VersionedRecord<F>): Versioned<RecordOf<F>> {
  return { record, version, changedAt, shape };
}

/**
 * Creates or replaces the single record of its kind under a parent. After a deletion its version numbers continue.
 *
 * @throws Problem `invalid-input`, `not-found` where the parent does not exist, `precondition-failed`
 */
export async function putRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { fields, conditions, ...place }: RecordIds & Update<F>,
): Promise<Put<F>> {
  const { kind, names, members } = table.type;
  for (const { kind, ...above } of placesAbove(table.type, place)) requireFound(kind, above, await recordTables[kind].lock(tx, above));
  if (await table.lock(tx, place)) return { ...(await replaceRecord(tx, actor, table, { fields, conditions, ...place })), created: false };
  if (conditions.ifMatch !== undefined)
    throw new Problem('precondition-failed', `There are no ${nameOf(kind, place)}. Nothing was changed.`);
  const { id, ...under } = place;
  const whole = Object.fromEntries(names.map((name) => [name, fields[name] ?? members[name].empty]));
  const last = await findNewest(tx, kind, id);
  const { version, changedAt } = nextOf({ version: last?.version ?? 0n, changedAt: last?.at ?? 0 }, tx.now);
  const { entry, created } = firstVersion(table.type, { id, ...whole } as unknown as RecordOf<F>, changedAt, under);
  await requireValid(tx, table, place, created.record);
  await logRevision(tx, actor, { ...entry, version });
  const placed = { ...created, version };
  await table.insert(tx, placed);
  return { ...versionOf(placed), created: true };
}

/** `created`: whether the record did not exist before. */
export type Put<F extends Fields> = Versioned<RecordOf<F>> & { created: boolean };

/** The first version of a record, with its row in the log. */
export function firstVersion<F extends Fields>(
  type: RecordType<F>,
  { id, ...fields }: RecordOf<F>,
  at: number,
  under: Ancestry,
): { entry: Entry; created: VersionedRecord<F> } {
  const { kind, names, shape } = type;
  // Members may arrive in any order; answers have them in the order of the description.
  const record = { id, ...Object.fromEntries(names.map((name) => [name, fields[name as never]])) } as unknown as RecordOf<F>;
  const entry = { kind, id, version: 1n, action: 'create' as const, at, ...under, ...contentOf(type, record) };
  return { entry, created: { record, version: 1n, changedAt: at, shape, ...under } };
}

/** Replaces a record by another. @throws Problem `invalid-input`, `not-found`, `precondition-failed` */
export async function replaceRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { fields, conditions, ...place }: RecordIds & Update<F>,
): Promise<Versioned<RecordOf<F>>> {
  await lockArtist(tx, place);
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
  { fields, conditions, ...place }: RecordIds & Update<F>,
): Promise<Versioned<RecordOf<F>>> {
  const current = await lockRecord(tx, table, { conditions, ...place });
  return revise(tx, actor, table, place, current, fields);
}

/** Locks a record that is about to change. @throws Problem `not-found`, `precondition-failed` */
export async function lockRecord<F extends Fields>(
  tx: Transaction,
  table: RecordTable<F>,
  { conditions, ...place }: RecordIds & { conditions: Conditions },
): Promise<Versioned<RecordOf<F>>> {
  await lockArtist(tx, place);
  const current = requireFound(table.type.kind, place, await table.lock(tx, place));
  demandConditions(conditions, current);
  return current;
}

/** An update to the same values writes nothing. @param target the version to restore, if the update undoes others */
export async function revise<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  place: RecordIds,
  current: Versioned<RecordOf<F>>,
  fields: Partial<F>,
  target?: PreviousVersion<F>,
): Promise<Versioned<RecordOf<F>>> {
  const { type } = table;
  const stated = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const updated = { ...current.record, ...stated } as RecordOf<F>;
  const record = (target ? updated : type.normal(updated)) as RecordOf<F>;
  if (type.names.every((name) => isSame(record[name], current.record[name]))) return current;
  // An old version was valid when it was made, but may name a record that was deleted since.
  await (target ? requireUnlike : requireValid)(tx, table, place, record, current.record);
  await requireUnclaimed(tx, type, [record]);
  const { version, changedAt } = nextOf(current, tx.now);
  const content = contentOf(type, record, target ?? (await formerOf(tx, type, current, record)));
  const entry = { kind: type.kind, ...place, version, action: 'update' as const, at: changedAt, reverts: target?.version ?? null };
  await logRevision(tx, actor, { ...entry, ...content });
  const revised = { record, version, changedAt, shape: type.shape };
  await table.update(tx, current.record, revised);
  return revised;
}

/** The log's row of the version before, if the new version leaves a long text unchanged. */
async function formerOf<F extends Fields>(
  tx: Transaction,
  type: RecordType<F>,
  current: Versioned<RecordOf<F>>,
  record: RecordOf<F>,
): Promise<PreviousVersion<F> | undefined> {
  if (!leavesLongText(type, current.record, record)) return undefined;
  const content = await findUnchanged(tx, type.kind, record.id, current.version);
  return content && { record: current.record, version: current.version, content };
}

/**
 * Deletes a record with all records under it in one write, with a row in the log for each.
 *
 * @throws Problem `not-found`, `precondition-failed`
 */
export async function deleteRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  { conditions, ...place }: RecordIds & { conditions: Conditions },
): Promise<void> {
  const { kind, shape } = table.type;
  const current = await lockRecord(tx, table, { conditions, ...place });
  const { version, changedAt: at } = nextOf(current, tx.now);
  await logRevision(tx, actor, { kind, ...place, version, action: 'delete', at, shape, members: null, unchanged: null });
  const under = tablesUnder(kind);
  const above = { kind: kind as EntryKind, id: place.id };
  for (const { type } of under) await appendDeletions(tx, type, above, actor.accountId);
  for (const { removeAll } of under.toReversed()) await removeAll(tx, above.kind, above.id);
  await table.remove(tx, place.id);
}

/** The next version number, and its time, which is never before that of the last version, even if the clock went back. */
export function nextOf(
  { version, changedAt }: Omit<Versioned<unknown>, 'record' | 'shape'>,
  now: number,
): { version: bigint; changedAt: number } {
  return { version: version + 1n, changedAt: Math.max(now, changedAt) };
}

/** @throws Problem `precondition-failed` where a stated precondition does not hold, `precondition-required` where one must be stated */
export function demandConditions(conditions: Conditions, current: VersionStamp, deleted = false): void {
  const etag = etagOf(current);
  const failed = failedCondition(conditions, current, deleted);
  if (failed) throw new Problem('precondition-failed', `${failed} Nothing was changed.`, { etag });
  if (!lacksCondition(conditions)) return;
  const detail = `The record is at ${etag}. Read it, and repeat the request with the entity tag that you read as a precondition; nothing was changed.`;
  throw new Problem('precondition-required', detail, { etag });
}

/**
 * A replacement must have every member, so that a forgotten one erases nothing. It may omit a member that is empty already, for clients
 * that drop empty strings.
 *
 * @throws Problem `invalid-input` naming each missing member
 */
function requireFull<F extends Fields>({ names, members }: RecordType<F>, fields: Partial<F>, current: F | undefined): void {
  const isEmpty = (name: keyof F) => current !== undefined && isSame(current[name], members[name].empty);
  const missing = names.filter((name) => fields[name] === undefined && !isEmpty(name));
  if (missing.length === 0) return;
  const detail = 'is missing; PUT carries the whole record, PATCH changes single members';
  throw invalidInput(...missing.map((name) => fieldError(`/${name}`, 'technical', detail)));
}
