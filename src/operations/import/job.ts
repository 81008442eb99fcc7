import { type Actor, requireRight, scopes } from '../../model/actor.ts';
import { planLine } from '../../model/import/plan.ts';
import { type ImportParameters, type ImportStep, importSteps, stepOf } from '../../model/import/request.ts';
import type { Job } from '../../model/job.ts';
import { toJson } from '../../model/json.ts';
import { notFound, Problem, unavailable } from '../../model/problem.ts';
import type { LeftRecord, UndoOutcome, UndoPosition, UndoStep } from '../../model/undo.ts';
import { findAccountById } from '../../store/account.ts';
import * as jobs from '../../store/job.ts';
import type { Reader, Transaction } from '../../store/store.ts';
import { addJob, noteJob, type Reached } from '../job.ts';
import { type UndoPart, undoPart } from '../undo.ts';
import { type ImportPart, importPart, partsPerChangeset, reportRows } from './apply.ts';

export const importKind = 'import';

/** Creates the job, which receives a file and plans its import. @throws Problem `forbidden`, `too-many-requests` */
export async function createImport(tx: Transaction, actor: Actor, parameters: Omit<ImportParameters, 'comment' | 'source'>): Promise<Job> {
  requireRight(actor, 'delete albums');
  const { source } = tx.context;
  const comment = tx.context.comment ?? (parameters.file === undefined ? null : `import ${parameters.file}`);
  return addJob(tx, { kind: importKind, accountId: actor.accountId, parameters: { ...parameters, comment, source } }, true);
}

const starts: Record<ImportStep, string> = { plan: '', apply: 'apply 0', undo: 'undo 0' };

/**
 * Begins the next step of the account's import. If the step failed or was cancelled, it continues. If it runs or is done, nothing happens.
 *
 * @throws Problem `not-found`; `precondition-failed` if the step before it is not done
 */
export async function continueImport(tx: Transaction, actor: Actor, { id, step }: { id: bigint; step: 'apply' | 'undo' }): Promise<Job> {
  requireRight(actor, 'delete albums');
  const job = await readImport(tx, { ...actor, id });
  const { step: last } = stepOf(job);
  const hasEnded = job.endedAt !== null;
  if (last === step && (!hasEnded || job.state === 'done')) return job;
  const isNext = importSteps.indexOf(step) === importSteps.indexOf(last) + 1;
  const begins = hasEnded && isNext && (job.state === 'done' || last === 'apply');
  if (!begins && !(hasEnded && last === step))
    throw new Problem(
      'precondition-failed',
      last === 'undo'
        ? 'This import was undone. To apply it again, send the file again.'
        : `The import is at the step "${last}", which is ${job.state}. To ${step} it, wait until the step before is done.`,
    );
  await jobs.requeueJob(tx, id, job.checkpoint, begins ? starts[step] : job.checkpoint);
  return readImport(tx, { ...actor, id });
}

/** @throws Problem `not-found` where the account has no such import */
export async function readImport(reader: Reader, { accountId, id }: { accountId: bigint | null; id: bigint }): Promise<Job> {
  const job = accountId === null ? undefined : await jobs.findJob(reader, accountId, id);
  if (job?.kind !== importKind) throw notFound(`import ${id} of yours`);
  return job;
}

/**
 * Plans the account's import again, with another map of columns.
 *
 * @throws Problem `not-found`; `precondition-failed` if it is being planned, or was applied
 */
export async function replanImport(tx: Transaction, actor: Actor, { id, map }: { id: bigint; map: [string, string][] }): Promise<Job> {
  requireRight(actor, 'delete albums');
  const job = await readImport(tx, { ...actor, id });
  const parameters = { ...(job.parameters as object), map };
  if (job.endedAt === null && toJson(parameters) === toJson(job.parameters)) return job;
  if (job.endedAt === null || stepOf(job).step !== 'plan')
    throw new Problem('precondition-failed', 'An import is planned again only after its plan is done, and before it is applied.');
  await jobs.requeueJob(tx, id, job.checkpoint, starts.plan, parameters);
  return readImport(tx, { ...actor, id });
}

/** The account of a job with its present rights. @throws Problem `forbidden` */
async function actorOf(tx: Transaction, accountId: bigint): Promise<Actor> {
  await tx.lock(accountId, 'shared');
  const account = await findAccountById(tx, accountId);
  if (!account || account.suspendedAt !== null) throw new Problem('forbidden', 'The account of this import is suspended or was deleted.');
  const actor: Actor = { accountId, role: account.role, scopes, sessionId: null, keyId: null };
  requireRight(actor, 'import, undo and hide');
  requireRight(actor, 'delete albums');
  return actor;
}

/** The most errors of a row in the report, so that the rows of a part fit into one piece of the file. */
const maxErrors = 10;

type Progress = { run: jobs.Run; accountId: bigint; reached: Omit<Reached, 'checkpoint'> };

/** A changeset of an import. `since`, `until`: the times of its first and last part, in ms since 1970. */
export type ImportedChangeset = { changeset: bigint; since: number; until: number };

/**
 * Applies a part and stores its report and the progress, in one transaction. Comment and source are read in it, since a redaction may erase
 * them between two parts.
 */
export async function applyImportPart(
  tx: Transaction,
  _system: Actor,
  { run, accountId, reached, part, number, since }: Progress & { part: ImportPart; number: number; since: number },
): Promise<{ changeset: bigint | null; since: number; checkpoint: string }> {
  const { id } = run;
  // The deletion of an account locks in the same order: the account, then its jobs.
  const actor = await actorOf(tx, accountId);
  const { comment, source } = (await jobs.lockParameters(tx, id)) as ImportParameters;
  const context = { comment: comment ?? `import ${id}`, source, keyed: null };
  const applied = await importPart({ ...tx, context }, actor, part);
  const began = part.changeset === null ? tx.now : since;
  const { changeset } = applied;
  const rows = reportRows(part.changes, applied, false).map(({ record: _, etag: __, identifiers: ___, errors, ...row }) =>
    planLine({ ...row, ...(errors && { errors: errors.slice(0, maxErrors) }) }),
  );
  await jobs.writeChunk(tx, { id, name: 'applied', number, bytes: base64(rows.join('')) });
  // If the parts of a changeset changed nothing, its line is empty, so that no piece of the file is missing.
  const imported: ImportedChangeset | undefined = changeset === null ? undefined : { changeset, since: began, until: tx.now };
  const line = `${imported ? toJson(imported) : ''}\n`;
  await jobs.writeChunk(tx, { id, name: 'changesets', number: Math.floor(number / partsPerChangeset), bytes: base64(line) });
  const checkpoint = `apply ${number + 1} ${changeset ?? 0} ${began}`;
  await requireRun(tx, run, { ...reached, checkpoint });
  return { changeset, since: began, checkpoint };
}

/** The most rows of an undo in one piece of the report, so that their names and reasons fit into it. */
const maxPieceRows = 100;

/** `at`: where the undo continues after the part. `number`: of the next piece of the report. `isLast`: whether the part ends its plan. */
type UndoProgress = { at: { index: number; after: UndoPosition }; number: number; isLast: boolean };

/**
 * Undoes a part of a changeset and stores its report and the progress, in one transaction. Only the last part of a plan reports the records
 * that the undo left: an interrupted run plans again, and would report them twice.
 */
export async function undoImportPart(
  tx: Transaction,
  _system: Actor,
  { run, reached, part, at: { index, after }, number, isLast }: Omit<Progress, 'accountId'> & { part: UndoPart } & UndoProgress,
): Promise<{ outcome: UndoOutcome; rows: object[]; number: number; checkpoint: string }> {
  const outcome = await undoPart(tx, await actorOf(tx, part.accountId), part);
  const rows = [...outcome.undone.slice(part.before.undone.length), ...(isLast ? outcome.left : [])].map(undoneRow);
  let next = number;
  for (let from = 0; from < rows.length; from += maxPieceRows) {
    const lines = rows.slice(from, from + maxPieceRows).map((row) => `${toJson(row)}\n`);
    await jobs.writeChunk(tx, { id: run.id, name: 'undone', number: next++, bytes: base64(lines.join('')) });
  }
  const checkpoint = `undo ${index} ${next} ${after.phase} ${after.id}`;
  await requireRun(tx, run, { ...reached, checkpoint });
  return { outcome, rows, number: next, checkpoint };
}

/** A line of the report of an undo: a record that was undone, or one that was left, with the reason. */
const undoneRow = ({ kind, id, artistId, albumId, name, ...rest }: UndoStep | LeftRecord) => ({
  ...{ kind, id, artist_id: artistId, album_id: albumId, name },
  ...('reason' in rest ? { reason: rest.reason, detail: rest.detail } : { action: rest.action }),
});

async function requireRun(tx: Transaction, run: jobs.Run, reached: Reached): Promise<void> {
  if ((await noteJob(tx, { accountId: null } as Actor, { ...run, ...reached })) === 'lost')
    throw unavailable('Another run has this import.');
}

const base64 = (text: string) => Buffer.from(text).toString('base64');
