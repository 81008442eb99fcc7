import { may } from '../../model/actor.ts';
import { orElse } from '../../model/awaitable.ts';
import type { HistoryQuery } from '../../model/history.ts';
import { titleOf } from '../../model/kinds.ts';
import { notFound, undefinedIfNotFound } from '../../model/problem.ts';
import { isEntryKind, isSingle, type Kind, kindRows, type RecordOf } from '../../model/record.ts';
import type { RedactionRequest } from '../../model/redaction.ts';
import { type Conditions, etagOf, type Versioned } from '../../model/versioned.ts';
import type { Sent } from '../form.ts';
import { idIn, segmentOf, sitePaths } from '../paths.ts';
import { numberIn } from '../query.ts';
import { formTexts } from '../texts/form.ts';
import type { Visit } from '../visit.ts';
import { type RecordForms, recordForms, type Values } from './kinds.ts';
import type { Reason } from './reason.ts';

/** The conditions and the reason that a form sends with its change. */
export type WriteOptions = { write: Sent['write']; conditions: Conditions; reason: Reason };

/** A page that shows a record: its own page, or that of the record above it. */
type Place = { path: string; name: string };

/** A deleted record above the record of a page. */
export type Missing = { kind: Kind; path: string };

/** The record that a page is about, with the operations of the API bound to its ids. */
export type Subject = RecordForms &
  ReturnType<typeof operationsAt> & {
    /** Its forms are below this path. The path of a deleted record has no name, only the id. */
    path: string;
    /** Undefined if it is deleted. */
    shownOn: Place | undefined;
    /** The outermost deleted record above it. */
    missing: Missing | undefined;
    /** The path of the record's page with these members: a name is part of the path. */
    pageAs(fields: Values): string;
    /** The page to go to after its deletion. */
    parent: string;
    /** The title of a record with these members, in two parts: a name of the catalogue, and the text around it. */
    titleOf(fields: Values): { name: string; around(name: string): string };
  };

/** @param params the ids, by kind @throws Problem `not-found` if there never was such a record */
export async function subjectOf(visit: Visit, kind: Kind, params = visit.ctx.params): Promise<Subject> {
  const forms = recordForms[kind];
  const above = await locate(visit, forms.type.ancestors, nowhere, params);
  const target = isSingle(kind) ? { ...above, path: pathBelow(above.path, kind, above) } : await locate(visit, [kind], above, params);
  const isEntry = isEntryKind(kind);
  return {
    ...forms,
    path: target.path,
    shownOn: (isEntry ? target : above).found,
    missing: above.missing,
    pageAs: (fields) => (isEntry ? pathBelow(above.path, kind, { id: target.id, ...fields }) : above.path),
    parent: above.path || sitePaths.artists,
    titleOf(fields) {
      const own = titleOf(kind, fields);
      if (own || kind === 'artist') return { name: own ?? '', around: (name) => name };
      return { name: above.found?.name ?? '', around: formTexts[visit.language].kinds[kind].title };
    },
    ...operationsAt(visit, forms, target.key),
  };
}

/** The last record of a path. `path` includes the names of records that are not deleted. `missing`: the first deleted record. */
type Located = { path: string; key: { [param: string]: bigint }; id: bigint; found: Place | undefined; missing: Missing | undefined };

/** Reads the records of a path. @throws Problem `not-found` where it has none */
export async function locate(visit: Visit, kinds: readonly Kind[], from = nowhere, params = visit.ctx.params): Promise<Located> {
  let place = from;
  for (const kind of kinds) {
    const id = idIn(params, kind);
    const row = kindRows[kind];
    const key = { ...place.key, ...('id' in row && { [row.id]: id }) };
    const known = await orElse(() => visit.services.store.read(recordForms[kind].operations.read, key), undefinedIfNotFound);
    const path = pathBelow(place.path, kind, known?.record ?? { id });
    const found = known && { path, name: titleOf(kind, known.record) ?? '' };
    place = { path, key, id, found, missing: place.missing ?? (found ? undefined : { kind, path }) };
  }
  return place;
}

/** An existing record, under which others are added. */
export type Parent = Omit<Located, 'found' | 'missing'> & Place;

const nowhere: Located = { path: '', key: {}, id: 0n, found: undefined, missing: undefined };

function pathBelow(parent: string, kind: Kind, record: { id: bigint; name?: unknown }): string {
  const named = isEntryKind(kind) && record.name !== undefined;
  const list = `${parent}/${kindRows[kind].segment}`;
  return isSingle(kind) ? list : `${list}/${named ? segmentOf(record as { id: bigint; name: string }) : record.id}`;
}

/** The operations of the API on one record. The reads throw `not-found`. */
function operationsAt(visit: Visit, { operations: { read, history, patch, put, remove, revert, redact } }: RecordForms, key: object) {
  const { services, caller } = visit;
  return {
    read: async () => services.store.read(read, key),
    readVersion: (version: bigint) =>
      pastOf(visit, (evenDeleted) => services.store.readSlow(history.read, { ...key, version, evenDeleted }, caller())),
    listHistory: (query: HistoryQuery) =>
      pastOf(visit, (evenDeleted) => services.store.readSlow(history.list, { ...key, ...query, evenDeleted }, caller())),
    patch: (fields: Values, { write, conditions, reason }: WriteOptions) => write(patch, { ...key, fields, conditions }, reason),
    /** Creates details that do not exist yet. */
    begin: (fields: Values, { write, reason }: Omit<WriteOptions, 'conditions'>) =>
      write(put, { ...key, fields, conditions: { ifNoneMatch: '*' as const } }, reason),
    remove: ({ write, conditions, reason }: WriteOptions) => write(remove, { ...key, conditions }, reason),
    revert: (version: bigint, { write, conditions, reason }: WriteOptions) => write(revert, { ...key, version, conditions }, reason),
    redact: (version: bigint, request: RedactionRequest, write: Sent['write']) => write(redact, { ...key, version, ...request }),
  };
}

/** The record that a form changes. Details that do not exist yet are an empty record of version 0. */
export async function readOrNone(subject: Subject): Promise<Versioned<RecordOf<Values>>> {
  if (!isSingle(subject.type.kind) || !subject.shownOn) return subject.read();
  return (await subject.read().catch(undefinedIfNotFound)) ?? noneOf(subject);
}

export function noneOf({ type }: Subject): Versioned<RecordOf<Values>> {
  const empty = Object.fromEntries(type.names.map((name) => [name, type.members[name]?.empty]));
  return { record: { id: 0n, ...empty }, version: 0n, changedAt: 0, shape: type.shape };
}

/** The history of a deleted record needs a right. @throws Problem `not-found` */
async function pastOf<O>({ member }: Visit, read: (evenDeleted: boolean) => Promise<O | undefined>): Promise<O> {
  const found = await read(member !== undefined && may(member.actor, 'read deleted'));
  if (found === undefined) throw notFound('such record');
  return found;
}

/** The version that a form or a query names. @throws Problem `not-found` */
export const versionIn = (params: URLSearchParams) => numberIn(params.get('version'), 'such version');

/**
 * The newest version of a record, with its entity tag. `exists`: whether it is not deleted. `last`: the newest version that had a record.
 */
export type Newest = { version: bigint; tag: string; exists: boolean; last: bigint };

/** @throws Problem `not-found` */
export async function newestOf(subject: Subject): Promise<Newest> {
  const [newest] = (await subject.listHistory({ limit: 1n })).rows;
  if (!newest) throw notFound('such record');
  const { version, at, action, members } = newest.revision;
  const tag = etagOf({ version, changedAt: at, shape: subject.type.shape });
  if (members !== null) return { version, tag, exists: true, last: version };
  return { version, tag, exists: false, last: action === 'delete' ? version - 1n : await lastOf(subject, version - 1n) };
}

/** The newest version that had a record. Redactions after the deletion are versions without a record. */
async function lastOf(subject: Subject, fallback: bigint): Promise<bigint> {
  const { rows } = await subject.listHistory({ limit: 100n });
  return rows.find(({ revision }) => revision.members !== null)?.revision.version ?? fallback;
}
