import { type Actor, requireRight } from '../model/actor.ts';
import { contentOf, type PreviousVersion } from '../model/content.ts';
import { fieldError, invalidInput, Problem } from '../model/problem.ts';
import type { EntryKind, Fields, RecordOf, RecordType } from '../model/record.ts';
import type { Versioned } from '../model/versioned.ts';
import { recordTables } from '../store/kinds.ts';
import type { RecordIds, RecordTable } from '../store/record.ts';
import { type Above, appendRestorations, findDeletedWith, findNewest, findRevision, type Logged, listRestored } from '../store/revision.ts';
import type { Transaction } from '../store/store.ts';
import { readContents, readVersion, shownRecordOf } from './history.ts';
import { logRevision } from './log.ts';
import { lockArtist, placesAbove, requireFound, tablesUnder } from './place.ts';
import { demandConditions, nextOf, type Reversion, revise } from './record.ts';
import { isAt } from './revision.ts';
import { requireBelowMax, requireUnclaimed, requireUnlike } from './valid.ts';

/**
 * Reverts a record to a version. A deleted record comes back together with the records that were deleted with it; this requires the right
 * to delete it.
 *
 * @throws Problem `invalid-input` where the record has no such version, `not-found`, `forbidden`, `precondition-failed`, `artist-deleted`,
 * `album-deleted`, `identifier-taken`, `already-there`
 */
export async function revertRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  input: RecordIds & Reversion,
): Promise<Versioned<RecordOf<F>>> {
  const { version, conditions, ...place } = input;
  const { type } = table;
  await lockArtist(tx, place);
  const current = await table.lock(tx, place);
  if (current) {
    const target = await requireVersion(tx, type, { id: place.id, version, newest: current.version });
    demandConditions(conditions, current);
    return revise(tx, actor, table, place, current, target.record, target);
  }
  const deletion = await findDeletion(tx, type, place);
  // Another transaction restored it between the two reads.
  if (!deletion) return revertRecord(tx, actor, table, input);
  requireRight(actor, type.rights.remove);
  await requireAbove(tx, type, place);
  const target = await requireVersion(tx, type, { id: place.id, version, newest: deletion.version });
  demandConditions(conditions, { version: deletion.version, changedAt: deletion.at, shape: type.shape }, true);
  return restoreRecord(tx, actor, table, place, deletion, target);
}

/** Restores a deleted record to a version, and the records that were deleted with it to their last versions. */
async function restoreRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  place: RecordIds,
  deletion: Logged,
  target: PreviousVersion<F>,
): Promise<Versioned<RecordOf<F>>> {
  const { type, insert } = table;
  const { kind, shape } = type;
  const { version, changedAt } = nextOf({ version: deletion.version, changedAt: deletion.at }, tx.now);
  await requireBelowMax(tx, table, place);
  await requireUnclaimed(tx, type, [target.record]);
  await requireUnlike(tx, table, place, target.record);
  const content = contentOf(type, target.record, target);
  await logRevision(tx, actor, { kind, ...place, version, action: 'restore', at: changedAt, reverts: target.version, ...content });
  const restored = { record: target.record, version, changedAt, shape };
  await insert(tx, { ...place, ...restored });
  for (const under of tablesUnder(kind))
    await restoreUnder(tx, actor, under as unknown as RecordTable<Fields>, { kind: kind as EntryKind, id: place.id }, deletion.changeset);
  return restored;
}

const pageSize = 500;

/** Restores the records of a kind that were deleted with the record above them, in few statements. */
async function restoreUnder(
  tx: Transaction,
  { accountId }: Actor,
  table: RecordTable<Fields>,
  above: Above,
  changeset: bigint,
): Promise<void> {
  const { type, insertAll } = table;
  await appendRestorations(tx, type.kind, above, { changeset, accountId });
  for (let after = 0n; ; ) {
    const page = await listRestored(tx, type.kind, above, { after, limit: pageSize });
    const records = (await readContents(tx, type, page)) as RecordOf<Fields>[];
    await requireUnclaimed(tx, type, records);
    await insertAll(
      tx,
      page.map(({ version, at, artistId, albumId }, i) => ({
        record: records[i] as RecordOf<Fields>,
        version,
        changedAt: at,
        shape: type.shape,
        artistId: artistId as bigint,
        albumId: albumId ?? undefined,
      })),
    );
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}

/**
 * The deletion of a record that was not found.
 *
 * @returns undefined if the record exists now
 * @throws Problem `not-found` where it never existed, or not under these parents
 */
async function findDeletion<F extends Fields>(tx: Transaction, { kind }: RecordType<F>, place: RecordIds): Promise<Logged | undefined> {
  const newest = await findNewest(tx, kind, place.id);
  const revision = newest && (await findRevision(tx, kind, place.id, newest.version));
  const found = requireFound(kind, place, revision && isAt(revision, place) ? revision : undefined);
  if (found.members !== null) return undefined;
  return { ...found, changeset: (await findDeletedWith(tx, kind, place.id)) ?? found.changeset };
}

/** @throws Problem `artist-deleted`, `album-deleted` where a record above the place is deleted */
async function requireAbove(tx: Transaction, type: Pick<RecordType, 'ancestors'>, under: RecordIds): Promise<void> {
  for (const { kind, ...place } of placesAbove(type, under)) {
    if (await recordTables[kind].lock(tx, place)) continue;
    throw new Problem(
      `${kind}-deleted`,
      `The ${kind} ${place.id} is deleted. Restore it first, which also restores the records that were deleted with it.`,
    );
  }
}

/** @throws Problem `invalid-input` */
async function requireVersion<F extends Fields>(
  tx: Transaction,
  type: RecordType<F>,
  { id, version, newest }: { id: bigint; version: bigint; newest: bigint },
): Promise<PreviousVersion<F>> {
  const found = await readVersion(tx, type, { id, version });
  if (!found) throw invalidInput(fieldError('/version', 'noVersion', `${type.kind} ${id}`, String(newest)));
  const record = shownRecordOf(found);
  if (!record) throw invalidInput(fieldError('/version', found.unredacted ? 'redacted' : 'deletion', `${type.kind} ${id}`));
  return { record, version, content: found.revision };
}
