import { maxInt64 } from '../int64.ts';
import { type Json, parseJson, toJson } from '../json.ts';
import { isKind, type Kind } from '../record.ts';
import { readEtag } from '../versioned.ts';
import { type Given, type RowError, refusedFile } from './importRow.ts';

export const matchMethods = ['id', 'identifier', 'name', 'none'] as const;
/** How the import finds the stored record for a record of the file. */
export type MatchMethod = (typeof matchMethods)[number];

/** The id of a record, or the row of the plan that creates it. */
export type Ref = bigint | { row: number };

export const rowActions = ['create', 'update', 'unchanged', 'conflict', 'error'] as const;
export type RowAction = (typeof rowActions)[number];

/**
 * A row of a plan or report: one record of the file. `id`: null if the service assigns it. `etag`: of the version that the update expects.
 * `record`: the members of a new record, the changed members, or what the file says in a refused row; a reference may be a `Ref`.
 * `identifiers`: of a new artist or album, which the step `apply` looks for again by them.
 */
export type PlanRow = {
  row: number;
  line: number;
  action: RowAction;
  kind: Kind | null;
  id: bigint | null;
  artistId?: Ref | undefined;
  albumId?: Ref | undefined;
  etag?: string | undefined;
  record?: { [member: string]: unknown } | undefined;
  identifiers?: Given[] | undefined;
  errors?: RowError[] | undefined;
};

export type PlannedChange = PlanRow & { kind: Kind; record: { [member: string]: unknown } };

export const isChange = (row: PlanRow): row is PlannedChange => row.action === 'create' || row.action === 'update';
export const isRefused = ({ action }: PlanRow) => action === 'error' || action === 'conflict';

/** `plan`: a random UUID. `made`: in ms since 1970. */
export type PlanHead = { rockola: string; plan: string; made: number; file: string; match: MatchMethod };
export type Counts = Record<RowAction, number>;

export const planLine = ({ row, line, action, kind, id, artistId, albumId, ...rest }: PlanRow) =>
  `${toJson({ row, line, action, kind, id, artist_id: artistId ?? null, album_id: albumId ?? null, ...rest })}\n`;

/** Reads a line of a plan, which people may have edited. @throws Problem `invalid-input` */
export function readPlanRow(text: string, line: number): PlanRow {
  const { artist_id, album_id, ...rest } = readPlanLine(text, line);
  const { row, action, kind, id, etag, record } = rest;
  const isValid =
    typeof row === 'bigint' &&
    rowActions.some((known) => known === action) &&
    (kind === null || (typeof kind === 'string' && isKind(kind))) &&
    [id, artist_id, album_id].every((ref) => ref === null || toRef(ref) !== undefined) &&
    (action !== 'update' || (typeof etag === 'string' && readEtag(etag) !== undefined && typeof id === 'bigint')) &&
    (rest.identifiers === undefined || Array.isArray(rest.identifiers)) &&
    ((action !== 'create' && action !== 'update') || (kind !== null && typeof record === 'object' && record !== null));
  if (!isValid) throw refusedFile('technical', `has no row of a plan in line ${line}`);
  const members =
    record && Object.fromEntries(Object.entries(record).map(([name, value]) => [name, isRowRef(value) ? toRef(value) : value]));
  return {
    ...rest,
    ...{ row: Number(row), line: Number(rest.line), artistId: toRef(artist_id), albumId: toRef(album_id), record: members },
  } as unknown as PlanRow;
}

export function readPlanLine(text: string, line: number): Given {
  const { value, errors } = parseJson(text);
  if (errors.count === 0 && typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw refusedFile('technical', `has no line of a plan in line ${line}`);
}

/** Whether a value refers to a row of the plan. */
export const isRowRef = (value: unknown): value is { row: number | bigint } =>
  typeof value === 'object' && value !== null && ['number', 'bigint'].includes(typeof (value as { row?: unknown }).row);

function toRef(value: Json | undefined): Ref | undefined {
  if (isRowRef(value)) return { row: Number(value.row) };
  return typeof value === 'bigint' && value > 0n && value <= maxInt64 ? value : undefined;
}
