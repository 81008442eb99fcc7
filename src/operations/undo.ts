import { type Actor, requireRight } from '../model/actor.ts';
import { contentOf } from '../model/content.ts';
import { Problem } from '../model/problem.ts';
import { type EntryKind, type Fields, isEntryKind, type Kind, kindRows } from '../model/record.ts';
import { phaseOf, type Span, type UndoOutcome, type UndoPlan, type UndoPosition, type UndoStep, undoPhases } from '../model/undo.ts';
import { recordTables } from '../store/kinds.ts';
import type { RecordTable, VersionedRecord } from '../store/record.ts';
import type { Transaction } from '../store/store.ts';
import { listTouchedOf, listWithChildren } from '../store/undo.ts';
import { type Entry, logRevisions } from './log.ts';
import { nextOf } from './record.ts';
import { checkNeighbours, type Decision, decide, leaveIdentifierConflicts, type Surroundings, type UndoQuery } from './undoPlan.ts';

const limit = 500;
/** The most records in one transaction, which takes a few milliseconds, so other changes do not wait long. */
const partSize = 50;

export type UndoPart = { accountId: bigint; steps: UndoStep[]; before: UndoOutcome };

/** The caller's functions for the plan and for each part. The outcome of the last part is that of the whole undo. */
type UndoFunctions = { plan(query: UndoQuery): Promise<UndoPlan>; write(part: UndoPart, isLast: boolean): Promise<UndoOutcome> };

/**
 * Undoes the changes of an account in a span, up to 500 records, in parts under one changeset. If a part fails, the parts before it stay,
 * and the same request undoes the rest.
 *
 * @param dryRun only reports the plan
 * @throws Problem of the plan or a part; its detail says how many records were undone before
 */
export async function undoAccount(
  { after, dryRun, ...span }: Span & { after: UndoPosition; dryRun: boolean },
  { plan, write }: UndoFunctions,
): Promise<UndoOutcome> {
  const { accountId, ...times } = span;
  const { steps, left, next } = await plan({ ...span, after, limit });
  if (dryRun) return { ...times, left, next, undone: steps, changeset: null };
  let outcome: UndoOutcome = { ...times, left, next, undone: [], changeset: null };
  // A plan without steps is still written once, as an empty part, so that its outcome is stored under the idempotency key.
  for (let from = 0; from === 0 || from < steps.length; from += partSize) {
    const part = { accountId, steps: steps.slice(from, from + partSize).map(({ changes, ...step }) => step), before: outcome };
    outcome = await write(part, from + partSize >= steps.length).catch((error) => {
      throw from > 0 && error instanceof Problem ? brokenOff(error, outcome) : error;
    });
  }
  return outcome;
}

function brokenOff({ code, message, facts }: Problem, { undone }: UndoOutcome): Problem {
  const detail = `${undone.length} records were undone before this: ${message} Repeat the request to undo the rest.`;
  return new Problem(code, detail, facts);
}

/**
 * Undoes some records. It decides again by the current state of each: a record that others have already put back is neither undone nor
 * reported.
 *
 * @throws Problem `forbidden`
 */
export async function undoPart(tx: Transaction, actor: Actor, { accountId, steps, before }: UndoPart): Promise<UndoOutcome> {
  requireRight(actor, 'delete albums');
  tx.changeset = before.changeset ?? undefined;
  const outcome = { ...before, undone: [...before.undone], left: [...before.left] };
  for (const group of byPhase(steps)) {
    const settled = await decideNow(tx, { ...before, accountId }, group);
    const { kind } = group[0] as UndoStep;
    await carryOut(tx, actor, recordTables[kind] as unknown as RecordTable<Fields>, settled);
    for (const { step, left } of settled) {
      if (step) outcome.undone.push(step);
      if (left) outcome.left.push(left);
    }
  }
  return { ...outcome, changeset: tx.changeset ?? null };
}

/** Groups steps by their phases. The steps of one phase run together, since none depends on another. */
function byPhase(steps: UndoStep[]): UndoStep[][] {
  return undoPhases.map((phase) => steps.filter((step) => phaseOf(step) === phase)).filter(({ length }) => length > 0);
}

/** Decides again, after locking the records and their parents, the outermost first. */
async function decideNow(tx: Transaction, span: Span, group: UndoStep[]): Promise<Decision[]> {
  const { kind } = group[0] as UndoStep;
  const ids = group.map(({ id }) => id);
  let existingParents = new Set<bigint>();
  for (const above of kindRows[kind].above) existingParents = await recordTables[above].listExisting(tx, idsIn(group, above), tx.forUpdate);
  await recordTables[kind].listExisting(tx, ids, tx.forUpdate);
  const childKinds = isEntryKind(kind) ? await listWithChildren(tx, { kind, ids }) : new Map<bigint, Kind>();
  const withChildren: Surroundings['withChildren'] = new Map([...childKinds].map(([id, kind]) => [id, { kind, id: undefined }]));
  const decisions = await decide(tx, kind, await listTouchedOf(tx, kind, span, ids));
  const settled = decisions.map((decision) => checkNeighbours(decision, { existingParents, withChildren }));
  const gone = settled.flatMap(({ id, step }) => (step?.action === 'delete' ? [id] : []));
  return leaveIdentifierConflicts(tx, kind, settled, async () => new Set(gone));
}

function idsIn(group: UndoStep[], above: EntryKind): bigint[] {
  return [...new Set(group.flatMap(({ artistId, albumId }) => (above === 'artist' ? artistId : albumId) ?? []))];
}

async function carryOut(tx: Transaction, actor: Actor, table: RecordTable<Fields>, decisions: Decision[]): Promise<void> {
  const { kind, shape } = table.type;
  const entries: Entry[] = [];
  const put: VersionedRecord<Fields>[] = [];
  const gone: bigint[] = [];
  for (const { id, step, now, restored } of decisions) {
    if (!step) continue;
    const { action, target } = step;
    const above = { artistId: step.artistId ?? undefined, albumId: step.albumId ?? undefined };
    const { version, changedAt } = nextOf({ version: now.revision.version, changedAt: now.revision.at }, tx.now);
    const place = { kind, id, ...above, version, action, at: changedAt, reverts: target || null };
    if (restored?.record) {
      const { record, revision } = restored;
      entries.push({ ...place, ...contentOf(table.type, record, { record, version: target, content: revision }) });
      put.push({ record, version, changedAt, shape, ...above });
    } else {
      entries.push({ ...place, shape, members: null, unchanged: null });
      gone.push(id);
    }
  }
  await logRevisions(tx, actor, entries);
  // Deletions come first: a deleted record may have the identifier of one that comes back.
  await table.removeMany(tx, gone);
  await table.putAll(tx, put);
}
