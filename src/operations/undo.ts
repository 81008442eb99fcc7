import { type Actor, demand } from '../model/actor.ts';
import { Problem } from '../model/problem.ts';
import type { Fields } from '../model/record.ts';
import type { LeftRecord, Span, UndoOutcome, UndoPlan, UndoStep } from '../model/undo.ts';
import { countAlbums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import { recordTables } from '../store/kinds.ts';
import type { RecordTable } from '../store/record.ts';
import { findNewest, findRevision } from '../store/revision.ts';
import type { Transaction } from '../store/store.ts';
import { readVersion } from './history.ts';
import { logDeletion, revise } from './record.ts';
import { restoreRecord } from './reversion.ts';
import { changedSince, withAlbums, withoutArtist } from './undoPlan.ts';

/** A part of a plan, and what came of the parts before it. */
export type UndoPart = { steps: UndoStep[]; before: UndoOutcome };

/** Records undone in one transaction: a few milliseconds, so that other changes need not wait. */
const partSize = 50;

/** What a plan comes to before anything is done. */
export function notBegun({ left, next }: UndoPlan, { since, until }: Span): UndoOutcome {
  return { since, until, left, next, undone: [], changeset: null };
}

/**
 * Carries out a plan part by part, all under one changeset. After a failure what was done stays, and the same request does the
 * rest.
 *
 * @param write runs `undoPart`, at least once; `last` tells the last part, whose outcome is that of the whole
 * @throws Problem what a part was refused with, saying how many records were undone before
 */
export async function runPlan(
  plan: UndoPlan,
  span: Span,
  write: (part: UndoPart, last: boolean) => Promise<UndoOutcome>,
): Promise<UndoOutcome> {
  const { steps } = plan;
  let outcome = notBegun(plan, span);
  for (let from = 0; from === 0 || from < steps.length; from += partSize) {
    const part = { steps: steps.slice(from, from + partSize), before: outcome };
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

/** Undoes some records; those that changed since the plan was made are left. @throws Problem `forbidden` */
export async function undoPart(tx: Transaction, actor: Actor, { steps, before }: UndoPart): Promise<UndoOutcome> {
  demand(actor, 'delete albums');
  tx.changeset = before.changeset ?? undefined;
  const [undone, left] = [[...before.undone], [...before.left]];
  for (const step of steps) {
    const kept = await undo(tx, actor, recordTables[step.kind], step);
    if (kept) left.push(kept);
    else undone.push(step);
  }
  return { ...before, changeset: tx.changeset ?? null, undone, left };
}

/** @returns why the record is left as it is, where it is */
async function undo<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  step: UndoStep,
): Promise<LeftRecord | undefined> {
  const { id, action, target } = step;
  const place = { id, artistId: step.artistId ?? undefined };
  const artist = place.artistId === undefined ? undefined : await artists.lock(tx, { id: place.artistId });
  const current = await table.lock(tx, place);
  const newest = current ? { version: current.version, at: current.changedAt } : await findNewest(tx, step.kind, id);
  if (newest?.version !== step.newest) return changedSince(step, await newestOf(tx, step));
  if (current && action === 'delete') {
    if (step.kind === 'artist' && (await countAlbums(tx, id)) > 0n) return withAlbums(step);
    await logDeletion(tx, actor, table.type, place, current, target || null);
    await table.remove(tx, id);
    return undefined;
  }
  if (!current && step.kind === 'album' && !artist) return withoutArtist(step);
  const { revision, record } = (await readVersion(tx, table.type, { id, version: target })) ?? {};
  if (!revision || !record) throw new Error(`${step.kind} ${id} has no version ${target} to bring back`);
  const brought = { record, version: target, content: revision };
  await (current ? revise(tx, actor, table, place, current, record, brought) : restoreRecord(tx, actor, table, place, newest, brought));
  return undefined;
}

async function newestOf(tx: Transaction, { kind, id }: UndoStep): Promise<{ version: bigint; accountId: bigint | null }> {
  const newest = await findNewest(tx, kind, id);
  const revision = newest && (await findRevision(tx, kind, id, newest.version));
  if (!revision) throw new Error(`${kind} ${id} is not in the log`);
  return revision;
}
