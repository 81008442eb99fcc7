import { withoutFormulas } from '../../model/export/formats.ts';
import type { Given } from '../../model/import/importRow.ts';
import { validMembers } from '../../model/issues.ts';
import { digestOf } from '../../model/numberMap.ts';
import { Problem } from '../../model/problem.ts';
import { type Fields, isSame, type Kind, type Member, parentOf, type RecordType, withArticle, wordsOf } from '../../model/record.ts';
import { addError, type Draft, markTaken, type Planning, refuse } from './draft.ts';

/** Validates the members of a row by themselves, and replaces ids of the file with stored ids. */
export function readMembers(planning: Planning, type: RecordType, draft: Draft): void {
  const { row, found } = draft;
  const given = givenMembers(planning, type, draft);
  if (!given) return;
  const whole = type.normal({ ...(row.partial && found?.record), ...given, ...keptMembers(planning, type, draft) } as Fields);
  for (const [member, fault] of type.faults(whole, row.artistId ?? row.id)) refuse(planning, draft, member, ...fault);
  const about = type.about?.(whole);
  const members: Given = {};
  for (const member of type.names as string[]) {
    const value = whole[member as never] as Given[string];
    const { references } = type.members[member as never] as Member<unknown>;
    const kind = references ?? (member === 'record' && about?.id ? about.kind : undefined);
    members[member] = kind && typeof value === 'bigint' ? (refOf(planning, draft, member, kind, value) as Given[string]) : value;
  }
  draft.record = members as unknown as Draft['record'];
}

/** The stored members that the file must not replace. */
function keptMembers({ isTable }: Planning, type: RecordType, { row, found, isFoundByName }: Draft): Partial<Fields> {
  const isKept = (name: string) => {
    const { empty, references } = type.members[name as never] as Member<unknown>;
    if (row.fills && !references) return !isSame(found?.record[name as never], empty);
    if (isTable && found && isGuarded(found.record, row, name)) return true;
    return isFoundByName && name === 'name';
  };
  return found ? Object.fromEntries(type.names.filter(isKept).map((name) => [name, found.record[name]])) : {};
}

/** Whether a cell is the stored text as an export for a spreadsheet program has it. */
export function isGuarded(record: object, { fields }: Draft['row'], name: string): boolean {
  const [stored, given]: unknown[] = [record[name as never], fields[name]];
  return typeof stored === 'string' && given !== stored && given === withoutFormulas(stored);
}

function givenMembers(planning: Planning, type: RecordType, draft: Draft): object | undefined {
  const { row, found } = draft;
  try {
    return validMembers(row.partial && found ? type.patch : type.creation, row.fields);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    addError(planning, draft, ...(error.facts.errors ?? []));
    return undefined;
  }
}

function refOf(planning: Planning, draft: Draft, member: string, kind: Kind, id: bigint): unknown {
  const ref = planning.ids.refOf(kind, id);
  if (ref === null) refuse(planning, draft, member, 'notImported', withArticle(kind), '');
  if (ref === undefined && planning.match !== 'id') refuse(planning, draft, member, 'notThere', wordsOf(kind));
  return ref ?? id;
}

/** Refuses unique members that an earlier row of the file has. */
export function refuseTaken(planning: Planning, type: RecordType, draft: Draft): void {
  const textOf = (names: readonly string[]) => names.map((name) => showRef(draft.record?.[name as never])).join('\n');
  const [unique, claim] = [type.unique[0], type.claims.at(-1)];
  if (unique && markTaken(planning, `${parentKey(type, draft)}\n${textOf(type.unique)}`)) refuse(planning, draft, unique, 'inEarlierLine');
  if (claim && markTaken(planning, `${type.kind}\n${textOf(type.claims)}`)) refuse(planning, draft, claim, 'inEarlierLine');
}

/** Refuses new records beyond the maximum under one parent. */
export function countNew(planning: Planning, type: RecordType, draft: Draft): void {
  if (draft.found || !Number.isFinite(type.max)) return;
  const key = digestOf(parentKey(type, draft));
  const count = (planning.counts.get(key) ?? 0) + 1;
  planning.counts.set(key, count);
  if (count > type.max) refuse(planning, draft, '', 'tooManyRecords', type.max);
}

function parentKey({ kind }: RecordType, { above }: Draft): string {
  const parent = parentOf(kind);
  return `${kind} ${parent && showRef(above[parent])}`;
}

const showRef = (value: unknown) => (typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value));
