import { type Actor, requireRight } from '../../model/actor.ts';
import { type Context, noContext } from '../../model/context.ts';
import type { Outcome } from '../../model/idempotencyKey.ts';
import { type RowError, rowError, rowErrorOf } from '../../model/import/importRow.ts';
import { isChange, isRowRef, type PlanHead, type PlannedChange, type PlanRow, type Ref } from '../../model/import/plan.ts';
import { validMembers } from '../../model/issues.ts';
import { toJson } from '../../model/json.ts';
import { Problem, type ProblemCode, problemOf } from '../../model/problem.ts';
import { type EntryKind, type Fields, isSingle, parentOf, type RecordType } from '../../model/record.ts';
import { recordTables } from '../../store/kinds.ts';
import type { RecordTable } from '../../store/record.ts';
import type { Transaction } from '../../store/store.ts';
import { createRecord, patchRecord, putRecord } from '../record.ts';
import { createdMeanwhile } from './meanwhile.ts';

/** The most changes in one transaction. All other writes wait for it. */
const maxChanges = 50;
/** The most rows of a part, including unchanged records. */
const maxRows = 1_000;
export const partsPerChangeset = 10;

/**
 * `ids`: the records of earlier parts to which the changes refer. `match`: how the plan matched. `own`: the changesets of earlier parts.
 * `changeset`: the changeset that this part continues.
 */
export type ImportPart = {
  changes: PlannedChange[];
  ids: [row: number, id: bigint][];
  match: PlanHead['match'];
  own: bigint[];
  changeset: bigint | null;
};

/** `created`: the ids that the service assigned to rows. `refused`: the rows that were not applied. */
export type AppliedPart = { created: [row: number, id: bigint][]; refused: [row: number, errors: RowError[]][]; changeset: bigint | null };

/** @param context has an idempotency key, so that the part is applied once */
export type WritePart = (part: ImportPart, context: Context) => Promise<Outcome<AppliedPart>>;

/**
 * Applies a plan in parts. A record that changed since the plan was made is a conflict. A part that was applied before is skipped, and its
 * rows are `unchanged`.
 *
 * @param plan its UUID
 * @returns the rows of the report
 */
export async function* applyImport(
  write: WritePart,
  {
    plan,
    match,
    rows,
    ...notes
  }: Pick<PlanHead, 'plan' | 'match'> & { rows: AsyncIterable<PlanRow> } & Pick<Context, 'comment' | 'source'>,
): AsyncGenerator<PlanRow[]> {
  const ids = new Map<number, bigint>();
  const own: bigint[] = [];
  let number = 0;
  let changeset: bigint | null = null;
  for await (const part of inParts(rows)) {
    const changes = part.filter(isChange);
    if (changes.length === 0) {
      yield part;
      continue;
    }
    if (number % partsPerChangeset === 0) changeset = null;
    const request = new Bun.CryptoHasher('sha256').update(toJson(changes)).digest('hex');
    const keyed = { key: `import ${plan} ${number++}`, request, keepsRefusals: false };
    const outcome = await write({ changes, ids: namedIds(changes, ids), match, own, changeset }, { ...noContext, ...notes, keyed });
    if ('problem' in outcome) throw problemOf(outcome.problem);
    const { value, replayed } = outcome;
    changeset = value.changeset;
    noteOwn(own, changeset);
    for (const [row, id] of value.created) ids.set(row, id);
    yield reportRows(part, value, replayed);
  }
}

/** Cuts a plan into parts of at most `maxChanges` changes. The same plan always gives the same parts. */
export async function* inParts(rows: AsyncIterable<PlanRow>): AsyncGenerator<PlanRow[]> {
  let part: PlanRow[] = [];
  let changes = 0;
  for await (const row of rows) {
    part.push(row);
    if (isChange(row)) changes++;
    if (changes < maxChanges && part.length < maxRows) continue;
    yield part;
    part = [];
    changes = 0;
  }
  if (part.length > 0) yield part;
}

export function noteOwn(own: bigint[], changeset: bigint | null): void {
  if (changeset !== null && own.at(-1) !== changeset) own.push(changeset);
}

/** The ids of rows, in 8 to 16 bytes for each row. Rows are numbered from 1 with few gaps, so an array holds them. */
export function createRowIds() {
  let ids = new BigInt64Array(1 << 10);
  return {
    get: (row: number): bigint | undefined => ids[row] || undefined,
    set(row: number, id: bigint): void {
      if (row >= ids.length) {
        const larger = new BigInt64Array(2 * row);
        larger.set(ids);
        ids = larger;
      }
      ids[row] = id;
    },
  };
}

export function namedIds(changes: PlannedChange[], ids: Pick<Map<number, bigint>, 'get'>): ImportPart['ids'] {
  const values = changes.flatMap(({ artistId, albumId, record }) => [artistId, albumId, ...Object.values(record)]);
  const rows = new Set(values.filter(isRowRef).map(({ row }) => Number(row)));
  return [...rows].flatMap((row) => {
    const id = ids.get(row);
    return id === undefined ? [] : [[row, id] as [number, bigint]];
  });
}

export function reportRows(part: PlanRow[], { created, refused }: AppliedPart, replayed: boolean): PlanRow[] {
  const ids = new Map(created);
  const errors = new Map(refused);
  return part.map((row): PlanRow => {
    if (!isChange(row)) return row;
    if (errors.has(row.row)) return { ...row, action: 'conflict', errors: errors.get(row.row) };
    return { ...row, action: replayed ? 'unchanged' : row.action, id: row.id ?? ids.get(row.row) ?? null };
  });
}

/** Problems that refuse one record. Any other problem refuses the whole part. */
const refusals: ProblemCode[] = ['invalid-input', 'not-found', 'precondition-failed', 'identifier-taken', 'already-there'];

/** Applies the changes of a part. A refused change does not stop the others. @throws Problem `forbidden` */
export async function importPart(tx: Transaction, actor: Actor, input: ImportPart): Promise<AppliedPart> {
  const { changes, ids, changeset } = input;
  tx.changeset = changeset ?? undefined;
  const known = new Map(ids);
  const part: AppliedPart = { created: [], refused: [], changeset: null };
  const createdByOthers = await createdMeanwhile(tx, input);
  for (const change of changes) {
    const table = recordTables[change.kind] as unknown as RecordTable<Fields>;
    requireRight(actor, table.type.rights.write);
    const found = createdByOthers.get(change.row);
    if (found) {
      part.refused.push([change.row, [rowError(['createdMeanwhile', found.join(', ')])]]);
      continue;
    }
    try {
      const id = await applyChange(tx, actor, table, change, known);
      if (change.id !== null) continue;
      known.set(change.row, id);
      part.created.push([change.row, id]);
    } catch (error) {
      if (!(error instanceof Problem && refusals.includes(error.code))) throw error;
      part.refused.push([change.row, rowErrorsOf(error)]);
    }
  }
  return { ...part, changeset: tx.changeset ?? null };
}

function rowErrorsOf({ code, facts: { fault, errors } }: Problem): RowError[] {
  if (code === 'precondition-failed') return [rowError(['changedMeanwhile'])];
  if (errors) return errors.map((error) => rowErrorOf(error));
  return [rowError(fault ?? ['deletedMeanwhile'])];
}

async function applyChange(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<Fields>,
  { action, kind, id, etag, record, ...place }: PlannedChange,
  ids: Map<number, bigint>,
): Promise<bigint> {
  const above = Object.fromEntries(table.type.ancestors.map((name: EntryKind) => [`${name}Id`, toId(place[`${name}Id`] as Ref, ids)]));
  const fields = fieldsOf(table.type, record, ids, action);
  if (action === 'update') {
    const update = { ...above, id: id as bigint, fields, conditions: { ifMatch: [etag as string] } };
    return (await patchRecord(tx, actor, table, update)).record.id;
  }
  if (!isSingle(kind)) {
    const created = { id: id ?? undefined, ...fields } as { id?: bigint } & Fields;
    return (await createRecord(tx, actor, table, { ...above, record: created, requireId: true })).record.id;
  }
  const single = { ...above, id: above[`${parentOf(kind)}Id`] as bigint, fields, conditions: { ifNoneMatch: '*' as const } };
  return (await putRecord(tx, actor, table, single)).record.id;
}

/** Validates the members again, since people may have edited the plan. */
function fieldsOf(type: RecordType, record: PlannedChange['record'], ids: Map<number, bigint>, action: PlannedChange['action']): Fields {
  const members = Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, isRowRef(value) ? toId(value as Ref, ids) : value]),
  );
  return validMembers(action === 'update' ? type.patch : type.creation, members);
}

/** @throws Problem `not-found` if the row was not applied */
function toId(ref: Ref, ids: Map<number, bigint>): bigint {
  if (typeof ref === 'bigint') return ref;
  const id = ids.get(ref?.row);
  if (id === undefined) throw new Problem('not-found', 'Its row was not applied.', { fault: ['rowNotApplied', Number(ref?.row)] });
  return id;
}
