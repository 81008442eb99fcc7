import { type Given, type ImportRow, type ImportSource, type Rows, refusedFile } from '../../model/import/importRow.ts';
import type { MatchMethod, PlanRow, Ref } from '../../model/import/plan.ts';
import { type Json, toJson } from '../../model/json.ts';
import { knownTypes } from '../../model/kinds.ts';
import {
  type EntryKind,
  type Fields,
  isEntryKind,
  isSingle,
  type Kind,
  kinds,
  type Member,
  parentOf,
  type RecordType,
  withArticle,
} from '../../model/record.ts';
import { etagOf } from '../../model/versioned.ts';
import { reads } from '../reads.ts';
import { findByIdentifiers } from './byIdentifier.ts';
import { checkDrafts } from './check.ts';
import { changedMembers, createPlanning, type Draft, identifiersOf, keepsId, type Planning, type ReadSnapshot, refuse } from './draft.ts';
import type { ImportLookup } from './lookUp.ts';
import { albumsNamed, findMatch, indexStored, nameIn, type Stored } from './match.ts';
import { countNew, isGuarded, readMembers, refuseTaken } from './members.ts';

/**
 * Plans an import, with a row for each record of the file that the catalogue can hold. In each batch, the records that a record belongs to
 * or names come before it. `batchSize` rows are planned together.
 */
export async function* planImport(
  read: ReadSnapshot,
  source: ImportSource,
  match: MatchMethod,
  batchSize = 500,
): AsyncGenerator<PlanRow[]> {
  const planning = createPlanning(read, match, source);
  if (match === 'id' && source.match === 'identifier') throw refusedFile('foreignIds');
  if (match === 'identifier' || source.match === 'identifier')
    for await (const rows of inBatches(source.rows(), batchSize))
      await findByIdentifiers(planning, match === 'identifier' ? rows : rows.filter(isOnlyForFinding));
  for await (const rows of inBatches(source.rows(), batchSize)) {
    const planned: PlanRow[] = [];
    for (const row of rows) if ('errors' in row) planned.push({ ...row, row: ++planning.rows, action: 'error', kind: null, id: null });
    for (const kind of kinds) {
      const ofKind = rows.filter((row) => 'kind' in row && row.kind === kind && !isOnlyForFinding(row)) as ImportRow[];
      if (ofKind.length > 0) planned.push(...(await planKind(planning, kind, ofKind)));
    }
    yield planned;
  }
}

/** An identifier of an artist that the file only names. */
const isOnlyForFinding = (row: Rows[number]) => 'kind' in row && row.optional === true && row.kind === 'artist_identifier';

async function* inBatches(pieces: AsyncIterable<Rows>, batchSize: number): AsyncGenerator<Rows> {
  let batch: Rows = [];
  for await (const rows of pieces)
    for (const row of rows) {
      batch.push(row);
      if (batch.length < batchSize) continue;
      yield batch;
      batch = [];
    }
  if (batch.length > 0) yield batch;
}

async function planKind(planning: Planning, kind: Kind, rows: ImportRow[]): Promise<PlanRow[]> {
  const type = knownTypes[kind] as unknown as RecordType;
  const drafts = rows.map((row): Draft => {
    const above = Object.fromEntries(type.ancestors.map((name) => [name, planning.ids.refOf(name, row[`${name}Id`] as bigint)]));
    return { row, number: ++planning.rows, above, errors: [], isConflict: false, isFoundByName: false };
  });
  const stored = indexStored(kind, await planning.read(reads.lookUpImport, lookupOf(planning, kind, drafts)));
  if (kind === 'album' && planning.match === 'identifier') {
    const named = drafts.flatMap(({ row, above }) => albumsNamed(row, stored.byParent.get(above.artist as bigint) ?? []));
    const ids = named.map(({ record }) => record.id);
    if (ids.length > 0) stored.schemes = new Set(await planning.read(reads.listSchemes, ids));
  }
  for (const draft of drafts) complete(planning, type, draft, stored);
  await checkDrafts(planning, type, drafts);
  return drafts.map((draft) => toPlanRow(planning, type, draft)).filter((_, i) => !isLeftOut(drafts[i] as Draft));
}

function isLeftOut({ row: { kind, optional }, errors }: Draft): boolean {
  return optional === true && (isEntryKind(kind) || errors.some(({ code }) => code === 'notThere' || code === 'notImported'));
}

function lookupOf(planning: Planning, kind: Kind, drafts: Draft[]): ImportLookup {
  const { match, byIdentifier } = planning;
  const parent = parentOf(kind);
  const unique = (ids: bigint[]) => [...new Set(ids)];
  const parents = drafts.flatMap(({ row, above }) => {
    const ref = parent && above[parent];
    if (typeof ref === 'bigint') return ref;
    return parent && ref === undefined && match === 'id' ? (row[`${parent}Id`] as bigint) : [];
  });
  const ownIds = drafts.flatMap(({ row }) => (keepsId(planning, row) ? row.id : (byIdentifier.get(`${kind} ${row.id}`) ?? [])));
  const notInFile = (name: EntryKind) =>
    match === 'id' ? drafts.flatMap(({ row, above }) => (name in above && above[name] === undefined ? (row[`${name}Id`] ?? []) : [])) : [];
  const isByContent = !isSingle(kind) && match !== 'none' && drafts.some(({ row }) => !keepsId(planning, row));
  return {
    kind,
    ids: unique(isSingle(kind) ? parents : ownIds),
    names: kind === 'artist' && match === 'name' ? drafts.flatMap(({ row }) => nameIn(row) ?? []) : [],
    under: isByContent ? unique(parents) : [],
    above: { artist: unique(notInFile('artist')), album: unique(notInFile('album')) },
    claims: [],
  };
}

/** Finds the stored record of a draft and its members. */
function complete(planning: Planning, type: RecordType, draft: Draft, stored: Stored): void {
  const { row, above, errors } = draft;
  const { kind } = type;
  const isRepeated = planning.ids.has(kind, row.id);
  if (isRepeated) refuse(planning, draft, 'id', 'inEarlierLine');
  const absent = type.ancestors.find((name) => above[name] === null);
  if (absent) {
    const [known] = identifiersOf(planning, { kind: absent, id: row[`${absent}Id`] as bigint }) ?? [];
    refuse(planning, draft, `${absent}_id`, 'notImported', withArticle(absent), known ? `${known.scheme} ${known.value}` : '');
  }
  for (const name of type.ancestors) {
    const id = row[`${name}Id`] as bigint;
    const found = stored.above[name].find((entry) => entry.id === id && (name === 'artist' || entry.artistId === row.artistId));
    if (above[name] === undefined && !found) refuse(planning, draft, `${name}_id`, 'notThere', name);
    above[name] ??= planning.match === 'id' ? id : -1n;
  }
  // A fact is matched by its members, so they are read first. Other rows may take members from their match, so they are matched first.
  const read = () => readMembers(planning, type, draft);
  const find = () => findMatch(planning, type, draft, stored);
  // Once a fact has a match, it is read again, since some stored members stay.
  const readAgain = () => {
    const stored = draft.found?.record;
    if (stored && (row.partial || row.fills || (planning.isTable && type.names.some((name) => isGuarded(stored, row, name))))) read();
  };
  const steps = isEntryKind(kind) || isSingle(kind) ? [find, read] : [read, find, readAgain];
  for (const step of [...steps, () => refuseTaken(planning, type, draft), () => countNew(planning, type, draft)])
    if (errors.length === 0) step();
  if (row.optional && isEntryKind(kind) && !draft.found) refuse(planning, draft, 'id', 'notThere', kind);
  // Marks the id as used, so that a repetition in the batch is refused. `toPlanRow` replaces the mark.
  if (!isRepeated) planning.ids.setLeftOut(kind, row.id);
}

/** In characters of JSON. */
const maxGiven = 200;

/** The members of a refused row, by which people find it in a file of one line. Long values are left out, since many rows may have them. */
function refusedMembers({ names, members }: RecordType, { fields }: ImportRow): Given {
  const isShown = (name: keyof Fields & string) => {
    const value = fields[name] ?? null;
    return value !== null && !(members[name as never] as Member<unknown>).references && toJson(value).length <= maxGiven;
  };
  return Object.fromEntries(names.filter(isShown).map((name) => [name, fields[name] as Json]));
}

function toPlanRow({ ids, ...planning }: Planning, type: RecordType, draft: Draft): PlanRow {
  const { row, number, above, errors, record, found, isConflict } = draft;
  const { kind } = type;
  // If the parent is not imported, the row may have only a negative number for it.
  const refOf = (ref: Ref | null | undefined) => (typeof ref === 'bigint' && ref < 0n ? undefined : (ref ?? undefined));
  const planned = { row: number, line: row.line, kind, artistId: refOf(above.artist), albumId: refOf(above.album) };
  if (errors.length > 0 || !record)
    return {
      ...planned,
      action: isConflict ? 'conflict' : 'error',
      id: keepsId({ ids, ...planning }, row) ? row.id : null,
      record: refusedMembers(type, row),
      errors,
    };
  const changed = changedMembers(type, draft);
  const members = Object.fromEntries(changed.map((name) => [name, record[name]]));
  if (found) {
    ids.setStored(kind, row.id, found.record.id);
    if (changed.length === 0) return { ...planned, action: 'unchanged', id: found.record.id };
    return { ...planned, action: 'update', id: found.record.id, etag: etagOf(found), record: members };
  }
  ids.setCreated(kind, row.id, number);
  return {
    ...planned,
    action: 'create',
    id: keepsId({ ids, ...planning }, row) ? row.id : null,
    record: members,
    identifiers: identifiersOf(planning, row),
  };
}
