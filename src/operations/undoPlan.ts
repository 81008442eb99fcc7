import { toJson } from '../model/json.ts';
import { notFound } from '../model/problem.ts';
import { type Fields, type Kind, kinds, plurals, type RecordType } from '../model/record.ts';
import {
  type LeftRecord,
  type NamedRecord,
  type Span,
  type UndoPlan,
  type UndoPosition,
  type UndoStep,
  undoPhases,
} from '../model/undo.ts';
import { artists } from '../store/artist.ts';
import { recordTables } from '../store/kinds.ts';
import type { Reader } from '../store/store.ts';
import { hasWorked, listShared, listTouched, listTouchedOf, type Touched } from '../store/undo.ts';
import { readVersions, type Version } from './history.ts';

/** `limit`: how many records are looked at. */
export type UndoQuery = Span & { after: UndoPosition; limit: number };

/** What undoing makes of a record: neither a step nor left where it is as it was already. `then`: what it is to be again. */
export type Decision = { id: bigint; now: Version<Fields>; then: Version<Fields> | undefined; step?: UndoStep; left?: LeftRecord };

/** What steps depend on: the artists that are there, and those that others are under, with one of these where it is known. */
export type Surroundings = { there: Set<bigint>; withOthers: Map<bigint, Other> };
type Other = { kind: Kind; id: bigint | undefined };

/** @throws Problem `not-found` where there is no such account, and never was one that changed a record */
export async function planUndo(reader: Reader, { after, limit, ...span }: UndoQuery): Promise<UndoPlan> {
  if (!(await hasWorked(reader, span.accountId))) throw notFound(`account ${span.accountId}`);
  const plan: UndoPlan = { steps: [], left: [], next: null };
  let room = limit;
  for (const phase of undoPhases.slice(undoPhases.indexOf(after.phase))) {
    const kind = phase === 'deletions' ? 'artist' : phase;
    const from = phase === after.phase ? after.id : 0n;
    const found = await listTouched(reader, kind, span, from, room + 1);
    const taken = found.slice(0, room);
    const decisions = (await decide(reader, kind, taken)).filter(
      ({ step }) => kind !== 'artist' || (step?.action === 'delete') === (phase === 'deletions'),
    );
    const surroundings = await surroundingsToBe(reader, span, decisions);
    for (const decision of decisions) {
      const { step, left } = settle(decision, surroundings);
      if (step) plan.steps.push(step);
      if (left) plan.left.push(left);
    }
    if (found.length > room) return { ...plan, next: { phase, id: taken.at(-1)?.id ?? from } };
    room -= taken.length;
  }
  return plan;
}

/** Records whose versions are in memory at once: each may have three, with texts of 20,000 characters. */
const chunk = 100;

/** What undoing makes of records of a kind, each by itself. */
export async function decide(reader: Reader, kind: Kind, touched: Touched[]): Promise<Decision[]> {
  const { type } = recordTables[kind];
  const decisions: Decision[] = [];
  for (let from = 0; from < touched.length; from += chunk) {
    const some = touched.slice(from, from + chunk);
    const wanted = some.flatMap(({ id, first, newest, base }) =>
      [newest, base, base > first ? first - 1n : 0n].map((version) => ({ id, version })),
    );
    const versionOf = await readVersions(reader, type, wanted);
    decisions.push(...some.map((one) => decisionOf(type, one, versionOf)));
  }
  return decisions;
}

/**
 * A record becomes what it was before the first of the changes, unless others changed it after that and it is not again as it was
 * then.
 */
function decisionOf(
  { kind, titled }: RecordType<never>,
  { id, first, newest, base }: Touched,
  versionOf: (id: bigint, version: bigint) => Version<Fields> | undefined,
): Decision {
  const now = versionOf(id, newest);
  if (!now) throw new Error(`${kind} ${id} has no version ${newest}`);
  const then = versionOf(id, base);
  const nameOf = (fields: Fields | null | undefined) => String(fields?.[titled as never] ?? '');
  const name = nameOf(now.record ?? then?.record);
  const named = { kind, id, artistId: now.revision.artistId, name };
  const isSame = (version: Version<Fields> | undefined) => toJson(version?.record) === toJson(then?.record);
  if (then && base > first && !isSame(versionOf(id, first - 1n))) return { id, now, then, left: changedSince(named, then.revision) };
  if (isSame(now)) return { id, now, then };
  const action = !then?.record ? 'delete' : now.record ? 'update' : 'restore';
  return { id, now, then, step: { ...named, action, targetName: nameOf(then?.record), newest, target: base } };
}

/** A decision in its surroundings: nothing comes back without its artist, and no artist goes that others are under. */
export function settle(decision: Decision, { there, withOthers }: Surroundings): Decision {
  const { step } = decision;
  const other = step?.kind === 'artist' && step.action === 'delete' ? withOthers.get(step.id) : undefined;
  if (step?.action === 'restore' && step.artistId !== null && !there.has(step.artistId))
    return { ...decision, step: undefined, left: withoutArtist(step) };
  if (step && other) return { ...decision, step: undefined, left: leftWithOthers(step, other) };
  return decision;
}

/** What steps will depend on once all is undone. */
async function surroundingsToBe(reader: Reader, span: Span, decisions: Decision[]): Promise<Surroundings> {
  const steps = decisions.flatMap(({ step }) => step ?? []);
  const parents = steps.filter(({ action }) => action === 'restore').flatMap(({ artistId }) => artistId ?? []);
  const deleted = steps.filter(({ kind, action }) => kind === 'artist' && action === 'delete').map(({ id }) => id);
  return { there: await artistsToBe(reader, span, [...new Set(parents)]), withOthers: await othersToBe(reader, span, deleted) };
}

/** Which of some artists are there once all is undone. */
async function artistsToBe(reader: Reader, span: Span, ids: bigint[]): Promise<Set<bigint>> {
  if (ids.length === 0) return new Set();
  const there = await artists.listThere(reader, ids);
  const gone = ids.filter((id) => !there.has(id));
  const decisions = await decide(reader, 'artist', await listTouchedOf(reader, 'artist', span, gone));
  return new Set([...there, ...decisions.filter(willBe).map(({ id }) => id)]);
}

/** Records of a kind that one plan looks at to know which artists keep one. */
const maxShared = 1_000;

/**
 * The artists that others are under once all is undone, with the first of these. An artist may be among them without one, where so
 * many records were changed by the account and others in turns that they are not all looked at.
 */
async function othersToBe(reader: Reader, span: Span, artistIds: bigint[]): Promise<Surroundings['withOthers']> {
  const found: Surroundings['withOthers'] = new Map();
  if (artistIds.length === 0) return found;
  for (const kind of kinds.filter((kind) => kind !== 'artist')) {
    const shared = await listShared(reader, kind, span, artistIds, maxShared);
    const changed = shared.filter(({ first }) => first > 0n);
    const gone = new Set((await decide(reader, kind, changed)).filter((decision) => !willBe(decision)).map(({ id }) => id));
    for (const { artistId, id } of shared) if (!gone.has(id) && !found.has(artistId)) found.set(artistId, { kind, id });
    if (shared.length === maxShared)
      for (const { artistId } of shared) if (!found.has(artistId)) found.set(artistId, { kind, id: undefined });
  }
  return found;
}

const willBe = ({ step, now, then }: Decision) => (step ? then : now)?.record !== undefined;

function changedSince({ kind, id, artistId, name }: NamedRecord, by: { version: bigint; accountId: bigint | null }): LeftRecord {
  const who = by.accountId === null ? 'the service' : `account ${by.accountId}`;
  return { kind, id, artistId, name, reason: 'changed-since', detail: `Version ${by.version}, by ${who}, would be lost.` };
}

function withoutArtist({ kind, id, artistId, name }: NamedRecord): LeftRecord {
  return { kind, id, artistId, name, reason: 'artist-deleted', detail: `Artist ${artistId} is deleted. Restore it, then undo this again.` };
}

function leftWithOthers({ kind, id, artistId, name }: NamedRecord, other: Other): LeftRecord {
  const which = other.id === undefined ? plurals[other.kind] : `${other.kind} ${other.id}`;
  const reason = other.kind === 'album' ? 'has-albums' : 'has-records';
  const detail = `It has ${which}, which others made or changed, or the account at another time.`;
  return { kind, id, artistId, name, reason, detail };
}
