import { system } from '../model/actor.ts';
import { type Reading, refusedFile } from '../model/import/importRow.ts';
import { isChange, type PlanRow, planLine, type RowAction, readPlanLine, readPlanRow, rowActions } from '../model/import/plan.ts';
import { type ImportParameters, type ImportSummary, stepOf } from '../model/import/request.ts';
import { openSource, textLines } from '../model/import/source.ts';
import { parseJson, toJson } from '../model/json.ts';
import { Problem } from '../model/problem.ts';
import { type UndoPhase, type UndoPosition, undoStart } from '../model/undo.ts';
import { createRowIds, inParts, namedIds, noteOwn, partsPerChangeset } from '../operations/import/apply.ts';
import { type ImportedChangeset, importKind } from '../operations/import/job.ts';
import { planImport } from '../operations/import/plan.ts';
import { reads } from '../operations/reads.ts';
import { undoAccount } from '../operations/undo.ts';
import { writes } from '../operations/writes.ts';
import { openRenewed } from '../store/snapshots.ts';
import { createFile, piecesIn } from './file.ts';
import type { JobContext, JobKind } from './runner.ts';

export const importJob: JobKind = {
  kind: importKind,
  async run(context) {
    const { samples: _, ...outcome } = await steps[stepOf(context.job).step](context);
    return outcome;
  },
};

const steps = { plan, apply, undo };

/** Rows that are planned in one turn of the event loop, so that requests do not wait long. */
const batchSize = 100;
/** Bytes of the file that are parsed in one turn of the event loop. */
const sliceSize = 1 << 12;
/** The most rows with errors in a plan. A line of one character makes such a row of 200, so more would make a plan far larger than its file. */
const maxErrorRows = 100_000;

async function plan(context: JobContext): Promise<ImportSummary> {
  const { format, encoding, map = [], match } = context.job.parameters as unknown as ImportParameters;
  const snapshot = await openRenewed(() => context.store.openSnapshot(context.caller));
  try {
    const onHeader = (reading: Reading) => summarise(context, { step: 'plan', reading, counts: {}, samples: {} });
    const tally = createTally();
    let done = 0;
    const step = () => context.step({ done, total: null, checkpoint: '' });
    const source = await openSource(() => slicesOf(piecesIn(context, 'input'), step), format, { encoding, map: new Map(map), onHeader });
    const method = match ?? source.match;
    const file = createFile(context, 'report');
    for await (const rows of planImport(snapshot.read, source, method, batchSize)) {
      for (const row of rows) tally.add(row);
      await file.add(rows.map(planLine).join(''));
      if (tally.result.counts.error > maxErrorRows) throw refusedFile('tooManyErrorRows', maxErrorRows);
      done += rows.length;
      await step();
    }
    await file.end();
    await context.step({ done, total: done, checkpoint: '' }, true);
    return await summarise(context, { step: 'plan', match: method, reading: source.reading, ...tally.result });
  } finally {
    snapshot.end();
  }
}

/** Cuts pieces into slices, with a step after each: a job without steps loses its lease to another node. */
async function* slicesOf(pieces: AsyncIterable<Uint8Array>, step: () => Promise<void>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces)
    for (let from = 0; from < piece.length; from += sliceSize) {
      yield piece.subarray(from, from + sliceSize);
      await step();
    }
}

/** Counts rows by action, and keeps the first rows of each action as samples. */
function createTally() {
  const counts = Object.fromEntries(rowActions.map((action) => [action, 0])) as Record<RowAction, number>;
  const samples: { [action: string]: PlanRow[] } = {};
  return {
    result: { counts, samples },
    add(row: PlanRow): void {
      counts[row.action]++;
      samples[row.action] ??= [];
      const sample = samples[row.action] as PlanRow[];
      if (sample.length < (row.errors ? maxErrors : maxSamples)) sample.push(row);
    },
  };
}

/** The most rows of an action in the summary, which the page shows. */
const maxSamples = 5;
/** The most rows with errors in the summary, and the most records that an undo left as they are. */
const maxErrors = 50;

async function summarise(context: JobContext, summary: ImportSummary): Promise<ImportSummary> {
  const file = createFile({ ...context, write: context.writeSummary }, `${summary.step} summary`);
  await file.add(toJson(summary));
  await file.end();
  return summary;
}

async function* planRows(context: JobContext): AsyncGenerator<PlanRow> {
  let line = 0;
  for await (const text of textLines(piecesIn(context, 'report'))) yield readPlanRow(text, ++line);
}

async function apply(context: JobContext): Promise<ImportSummary> {
  const { job, run, store, step } = context;
  const { counts, match = 'none' } = await readPlanSummary(context);
  const { create = 0, update = 0 } = counts;
  const total = Number(create) + Number(update);
  const [nextPart = 0, lastChangeset = 0, began = 0] = stepOf(job).at.map(Number);
  const ids = createRowIds();
  const ownChangesets = (await readChangesets(context)).map(({ changeset }) => changeset);
  const tally = createTally();
  let applied = { changeset: BigInt(lastChangeset) || null, since: began, checkpoint: job.checkpoint };
  let done = 0;
  let number = 0;
  for await (const rows of inParts(planRows(context))) {
    await step({ done, total, checkpoint: applied.checkpoint });
    const changes = rows.filter(isChange);
    if (changes.length === 0) continue;
    done += changes.length;
    if (number >= nextPart) {
      const changeset = number % partsPerChangeset === 0 ? null : applied.changeset;
      const part = { changes, ids: namedIds(changes, ids), match, own: ownChangesets, changeset };
      const input = { run, accountId: ownerOf(context), reached: { done, total }, part, number, since: applied.since };
      applied = await store.write(writes.applyImportPart, system, input);
      noteOwn(ownChangesets, applied.changeset);
    }
    const lines = textLines(pieceIn(context, 'applied', number++));
    for await (const line of lines) {
      const row = readPlanLine(line, number) as unknown as PlanRow;
      tally.add(row);
      if (row.action === 'create' && row.id !== null) ids.set(Number(row.row), row.id);
    }
  }
  return summarise(context, { step: 'apply', ...tally.result });
}

async function* pieceIn({ read }: JobContext, name: string, number: number): AsyncGenerator<Uint8Array> {
  const piece = await read(name, number);
  if (piece) yield piece;
}

function ownerOf({ job: { accountId } }: JobContext): bigint {
  if (accountId === null) throw new Problem('forbidden', 'The account of this import was deleted.');
  return accountId;
}

async function readPlanSummary(context: JobContext): Promise<ImportSummary> {
  let text = '';
  for await (const line of textLines(piecesIn(context, 'plan summary'))) text += line;
  return parseJson(text).value as unknown as ImportSummary;
}

/** In ms. Versions of a record keep the order of their times even if the clock is set back, so a version may be later than `until`. */
const slack = 10_000;

/** Undoes the changesets of the import, the newest first, so that albums are undone before their artists. */
async function undo(context: JobContext): Promise<ImportSummary> {
  const { job, run, store, step, caller } = context;
  const changesets = await readChangesets(context);
  const total = changesets.length;
  const [first = 0, pieces = 0, phase, id] = stepOf(job).at;
  let written = { number: Number(pieces), checkpoint: job.checkpoint };
  const counts = { undone: 0, left: 0 };
  const left: unknown[] = [];
  const count = (row: object) => {
    const isLeft = 'reason' in row;
    counts[isLeft ? 'left' : 'undone']++;
    if (isLeft && left.length < maxErrors) left.push(row);
  };
  for (let number = 0; number < written.number; number++) {
    for await (const line of textLines(pieceIn(context, 'undone', number))) count(readPlanLine(line, number));
    await step({ done: Number(first), total, checkpoint: written.checkpoint });
  }
  let place = { index: Number(first), after: phase ? { phase: phase as UndoPhase, id: BigInt(id ?? 0) } : undoStart };
  for (let imported = changesets[place.index]; imported; imported = changesets[place.index]) {
    const { changeset, since, until } = imported;
    const span = { accountId: ownerOf(context), since, until: until + slack, onlyChangeset: changeset, after: place.after };
    const { index } = place;
    const placeAfter = (next: UndoPosition | null) => (next ? { index, after: next } : { index: index + 1, after: undoStart });
    const { next } = await undoAccount(
      { ...span, dryRun: false },
      {
        plan: (query) => store.readSlow(reads.planUndo, query, caller),
        async write(part, isLast) {
          const at = isLast ? placeAfter(part.before.next) : place;
          const input = { run, reached: { done: at.index, total }, part, at, number: written.number, isLast };
          const { outcome, rows, ...rest } = await store.write(writes.undoImportPart, system, input);
          written = rest;
          for (const row of rows) count(row);
          return outcome;
        },
      },
    );
    place = placeAfter(next);
    await step({ done: place.index, total, checkpoint: written.checkpoint }, place.index === total);
  }
  return summarise(context, { step: 'undo', counts, samples: { left } });
}

async function readChangesets(context: JobContext): Promise<ImportedChangeset[]> {
  const found: ImportedChangeset[] = [];
  for await (const line of textLines(piecesIn(context, 'changesets'))) {
    if (line === '') continue;
    const { changeset, since, until } = readPlanLine(line, found.length) as { [name: string]: bigint };
    found.push({ changeset: changeset as bigint, since: Number(since), until: Number(until) });
  }
  return found.toReversed();
}
