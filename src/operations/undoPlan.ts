import { detailOf } from '../model/fault.ts';
import { changesBetween, textLength } from '../model/history.ts';
import { toJson } from '../model/json.ts';
import { titleOf } from '../model/kinds.ts';
import { notFound } from '../model/problem.ts';
import {
  type EntryKind,
  type Fields,
  isEntryKind,
  type Kind,
  kindRows,
  kindsUnder,
  parentOf,
  type RecordType,
  wordsOf,
} from '../model/record.ts';
import { maxText } from '../model/seekPage.ts';
import {
  kindOf,
  type LeftRecord,
  type NamedRecord,
  phaseOf,
  type Span,
  type UndoPlan,
  type UndoPosition,
  type UndoStep,
  undoPhases,
} from '../model/undo.ts';
import { type ClaimHolder, listHolders } from '../store/claim.ts';
import { recordTables } from '../store/kinds.ts';
import type { Reader } from '../store/store.ts';
import { isKnownAccount, listShared, listTouched, listTouchedOf, type Touched } from '../store/undo.ts';
import { readVersions, shownRecordOf, type Version } from './history.ts';
import { takenFault } from './valid.ts';

/** `limit`: the most records of one plan. */
export type UndoQuery = Span & { after: UndoPosition; limit: number };

/** The decision about a record: a step, or a reason to leave it; neither if nothing changes. `restored`: the version to restore. */
export type Decision = { id: bigint; now: Version<Fields>; restored: Version<Fields> | undefined; step?: UndoStep; left?: LeftRecord };

/**
 * The records on which the steps of a kind depend. `existingParents`: the parents that exist. `withChildren`: the records that have others
 * under them, each with one of the others if it is known.
 */
export type Surroundings = { existingParents: Set<bigint>; withChildren: Map<bigint, Other> };
type Other = { kind: Kind; id: bigint | undefined };

/** @throws Problem `not-found` where no such account exists or has ever changed a record */
export async function planUndo(reader: Reader, { after, limit, ...span }: UndoQuery): Promise<UndoPlan> {
  if (!(await isKnownAccount(reader, span.accountId))) throw notFound(`account ${span.accountId}`);
  const plan: UndoPlan = { steps: [], left: [], next: null };
  const addChanges = createChangeAdder();
  let room = limit;
  for (const phase of undoPhases.slice(undoPhases.indexOf(after.phase))) {
    const kind = kindOf(phase);
    const from = phase === after.phase ? after.id : 0n;
    const found = await listTouched(reader, kind, span, from, room + 1);
    const taken = found.slice(0, room);
    const decisions = (await decide(reader, kind, taken)).filter(({ step }) => phaseOf({ kind, action: step?.action }) === phase);
    for (const decision of await checkAll(reader, span, kind, decisions)) {
      if (decision.step) plan.steps.push(addChanges(decision.step, decision));
      if (decision.left) plan.left.push(decision.left);
    }
    if (found.length > room) return { ...plan, next: { phase, id: taken.at(-1)?.id ?? from } };
    room -= taken.length;
  }
  return plan;
}

/** Adds the changed members to updates, until their texts are too long for a plan. */
function createChangeAdder() {
  let addedLength = 0;
  return (step: UndoStep, { now, restored }: Decision): UndoStep => {
    if (step.action !== 'update' || addedLength > maxText) return step;
    const changes = changesBetween(recordTables[step.kind].type as unknown as RecordType, now.record, restored?.record);
    addedLength += textLength(changes.flatMap(({ from, to }) => [from, to]));
    return { ...step, changes };
  };
}

/** The most records whose versions are in memory at once. Each may have three versions, with texts of 20,000 characters. */
const chunk = 100;

export async function decide(reader: Reader, kind: Kind, touched: Touched[]): Promise<Decision[]> {
  const { type } = recordTables[kind];
  const decisions: Decision[] = [];
  for (let from = 0; from < touched.length; from += chunk) {
    const batch = touched.slice(from, from + chunk);
    const wanted = batch.flatMap(({ id, first, newest, base }) =>
      [newest, base, base > first ? first - 1n : 0n].map((version) => ({ id, version })),
    );
    const versionOf = await readVersions(reader, type, wanted);
    decisions.push(...batch.map((record) => decisionOf(type, record, versionOf)));
  }
  return decisions;
}

/** A record returns to its state before the first of the changes, unless others have changed it since and it differs from that state. */
function decisionOf(
  { kind }: RecordType<never>,
  { id, first, newest, base }: Touched,
  versionOf: (id: bigint, version: bigint) => Version<Fields> | undefined,
): Decision {
  const now = versionOf(id, newest);
  if (!now) throw new Error(`${kind} ${id} has no version ${newest}`);
  const restored = versionOf(id, base);
  const nameOf = (fields: Fields | null | undefined) => titleOf(kind, fields ?? {}) ?? '';
  const name = nameOf(now.record ?? restored?.unredacted);
  const named = { kind, id, artistId: now.revision.artistId, albumId: now.revision.albumId, name };
  const isSame = (version: Version<Fields> | undefined) => toJson(version?.unredacted) === toJson(restored?.unredacted);
  if (restored && base > first && !isSame(versionOf(id, first - 1n)))
    return { id, now, restored, left: leave(named, 'changed-since', `Version ${base}, by ${authorOf(restored)}, would be lost.`) };
  if (restored?.unredacted && !shownRecordOf(restored)) {
    const detail = `Version ${base}, which would come back, was redacted or is hidden. Change or delete the record by hand.`;
    return { id, now, restored, left: leave(named, 'redacted', detail) };
  }
  if (isSame(now)) return { id, now, restored };
  const action = !restored?.record ? 'delete' : now.record ? 'update' : 'restore';
  return { id, now, restored, step: { ...named, action, targetName: nameOf(restored?.record), newest, target: base } };
}

/** Checks a decision against other records: no record comes back without its parent, and no record is deleted while others are under it. */
export function checkNeighbours(decision: Decision, { existingParents, withChildren }: Surroundings): Decision {
  const { step } = decision;
  const above = step && aboveOf(step);
  const other = step?.action === 'delete' ? withChildren.get(step.id) : undefined;
  if (step?.action === 'restore' && above !== undefined && !existingParents.has(above))
    return { ...decision, step: undefined, left: leftAlone(step) };
  if (step && other) return { ...decision, step: undefined, left: leftWithOthers(step, other) };
  return decision;
}

export function aboveOf({ kind, artistId, albumId }: NamedRecord): bigint | undefined {
  const parent = parentOf(kind);
  return (parent === 'album' ? albumId : parent && artistId) ?? undefined;
}

/** Checks decisions against the state after the whole undo. */
async function checkAll(reader: Reader, span: Span, kind: Kind, decisions: Decision[]): Promise<Decision[]> {
  const steps = decisions.flatMap(({ step }) => step ?? []);
  const parents = steps.filter(({ action }) => action === 'restore').flatMap((step) => aboveOf(step) ?? []);
  const deleted = steps.filter(({ action }) => action === 'delete').map(({ id }) => id);
  const existingParents = await parentsToBe(reader, span, parentOf(kind), [...new Set(parents)]);
  const withChildren: Surroundings['withChildren'] = isEntryKind(kind) ? await othersToBe(reader, span, { kind, ids: deleted }) : new Map();
  const settled = decisions.map((decision) => checkNeighbours(decision, { existingParents, withChildren }));
  return leaveIdentifierConflicts(reader, kind, settled, async (ids) => {
    const others = await decide(reader, kind, await listTouchedOf(reader, kind, span, ids));
    return new Set(others.flatMap(({ id, step }) => (step?.action === 'delete' ? [id] : [])));
  });
}

/** The given records that will exist after the undo: they exist and stay, or come back. */
async function parentsToBe(reader: Reader, span: Span, kind: EntryKind | undefined, ids: bigint[]): Promise<Set<bigint>> {
  if (!kind || ids.length === 0) return new Set();
  const existing = await recordTables[kind].listExisting(reader, ids);
  const gone = ids.filter((id) => !existing.has(id));
  const decisions = await checkAll(reader, span, kind, await decide(reader, kind, await listTouchedOf(reader, kind, span, gone)));
  return new Set([...existing, ...decisions.filter(existsAfter).map(({ id }) => id)]);
}

/** The most records of a kind that one plan reads to find those whose parents must stay. */
const maxShared = 1_000;

/**
 * The records that will have others under them after the undo, each with the first of the others. If the account and other accounts both
 * changed more than `maxShared` records, a record may be listed without a first one.
 */
async function othersToBe(reader: Reader, span: Span, above: { kind: EntryKind; ids: bigint[] }): Promise<Surroundings['withChildren']> {
  const found: Surroundings['withChildren'] = new Map();
  if (above.ids.length === 0) return found;
  for (const kind of kindsUnder(above.kind)) {
    const shared = await listShared(reader, kind, span, above, maxShared);
    const changed = shared.filter(({ first }) => first > 0n);
    const settled = await checkAll(reader, span, kind, await decide(reader, kind, changed));
    const gone = new Set(settled.filter((decision) => !existsAfter(decision)).map(({ id }) => id));
    for (const { aboveId, id } of shared) if (!gone.has(id) && !found.has(aboveId)) found.set(aboveId, { kind, id });
    if (shared.length === maxShared) for (const { aboveId } of shared) if (!found.has(aboveId)) found.set(aboveId, { kind, id: undefined });
  }
  return found;
}

const existsAfter = ({ step, now, restored }: Decision) => (step ? restored : now)?.record !== undefined;

/**
 * Leaves records that would get an identifier which another record has, or gets earlier in the same undo.
 *
 * @param goneOf finds the records, among those with the given ids, that the same undo deletes
 */
export async function leaveIdentifierConflicts(
  reader: Reader,
  kind: Kind,
  decisions: Decision[],
  goneOf: (ids: bigint[]) => Promise<Set<bigint>>,
): Promise<Decision[]> {
  const type = recordTables[kind].type as unknown as RecordType;
  if (type.claims.length === 0) return decisions;
  const records = decisions.flatMap(({ step, restored }) => (step && restored?.record) ?? []);
  const holders = await listHolders(reader, type, records);
  const gone = holders.length > 0 ? await goneOf(holders.map(({ id }) => id)) : new Set();
  const holderOf = new Map(holders.filter(({ id }) => !gone.has(id)).map((holder) => [holder.wantedBy, holder]));
  const restoredHolders = new Map<string, ClaimHolder>();
  return decisions.map((decision) => {
    const { id, step, restored } = decision;
    const record = step && restored?.record;
    if (!record) return decision;
    const key = JSON.stringify(type.claims.map((name) => record[name as never]));
    const holder = holderOf.get(id) ?? restoredHolders.get(key);
    if (holder)
      return {
        ...decision,
        step: undefined,
        left: leave(step, 'identifier-taken', `${detailOf(takenFault(type, record, holder))}.`),
      };
    restoredHolders.set(key, { id, wantedBy: id, artistId: step.artistId ?? undefined, albumId: step.albumId ?? undefined });
    return decision;
  });
}

function leave({ kind, id, artistId, albumId, name }: NamedRecord, reason: LeftRecord['reason'], detail: string): LeftRecord {
  return { kind, id, artistId, albumId, name, reason, detail };
}

function authorOf({ revision: { accountId } }: Version<Fields>): string {
  return accountId === null ? 'the service' : `account ${accountId}`;
}

function leftAlone(record: NamedRecord): LeftRecord {
  const parent = parentOf(record.kind) as EntryKind;
  const above = `${parent[0]?.toUpperCase()}${parent.slice(1)} ${aboveOf(record)}`;
  return leave(record, `${parent}-deleted`, `${above} is deleted. Restore it, then undo this again.`);
}

function leftWithOthers(record: NamedRecord, { kind, id }: Other): LeftRecord {
  const others = id === undefined ? kindRows[kind].plural.replace('_', ' ') : `${wordsOf(kind)} ${id}`;
  const reason = kind === 'album' ? 'has-albums' : 'has-records';
  return leave(record, reason, `It has ${others}, which others made or changed, or the account at another time.`);
}
