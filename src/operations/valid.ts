import { detailOf, type Fault, type FaultCode } from '../model/fault.ts';
import type { FieldsOf } from '../model/kinds.ts';
import { alreadyThere, fieldError, invalidInput, Problem } from '../model/problem.ts';
import { type Fields, isEntryKind, isSame, type Kind, type Member, type RecordOf, type RecordType, wordsOf } from '../model/record.ts';
import { placePath } from '../model/recordPath.ts';
import { type ClaimHolder, listHolders } from '../store/claim.ts';
import { readTypes } from '../store/facts.ts';
import { recordTables } from '../store/kinds.ts';
import type { RecordIds, RecordTable } from '../store/record.ts';
import type { Reader } from '../store/store.ts';

/**
 * Checks a record against the rest of the catalogue: references to missing records, members that exclude each other, duplicates, and too
 * many records. An update checks only the references and unique members that it changes: a record that it names may have been deleted
 * since, and a record that an undo restored may equal another.
 *
 * @param isPlanned whether a record that does not exist yet will be created before this one
 * @throws Problem `invalid-input` naming every fault; `already-there` naming the record that says the same
 */
export async function requireValid<F extends Fields>(
  reader: Reader,
  table: RecordTable<F>,
  place: RecordIds,
  record: RecordOf<F>,
  former?: RecordOf<F>,
  isPlanned: (kind: Kind, id: bigint) => boolean = () => false,
): Promise<void> {
  const { type } = table;
  const errors = type.faults(record, place.artistId ?? place.id).map(([name, [code, ...values]]) => error(name, code, ...values));
  if (await isGroupInPerson(reader, type.kind, place, record, former)) errors.push(error('person', 'groupInPerson'));
  for (const name of type.names) {
    const { references } = type.members[name] as Member<unknown>;
    const id = record[name] as bigint | null;
    if (!references || id === null || former?.[name] === id || isPlanned(references, id)) continue;
    if (!(await recordTables[references].listExisting(reader, [id])).has(id)) errors.push(error(name, 'notThere', references));
    else if (await isFull(type, () => table.countNaming(reader, name, id))) errors.push(error(name, 'tooManyRecords', type.max));
  }
  const about = missingAbout(type, place, record, former);
  if (about && !isPlanned(about.kind, about.id) && !(await recordTables[about.kind].find(reader, about)))
    errors.push(error('record', 'notThere', wordsOf(about.kind)));
  if (!former) await requireBelowMax(reader, table, place);
  if (errors.length > 0) throw invalidInput(...errors);
  await requireUnlike(reader, table, place, record, former);
}

/** @throws Problem `invalid-input` where the record above has as many records of this kind as it may have */
export async function requireBelowMax<F extends Fields>(reader: Reader, { type, count }: RecordTable<F>, place: RecordIds): Promise<void> {
  if (await isFull(type, () => count(reader, place))) throw invalidInput(fieldError('', 'tooManyRecords', type.max));
}

const isFull = async ({ max }: { max: number }, count: () => Promise<bigint>) => Number.isFinite(max) && (await count()) >= max;

/** Whether other records can make a record of this kind invalid. If not, `faults` alone finds every error. */
export function dependsOnOthers({ max, unique, claims, about, members }: RecordType): boolean {
  const refers = (Object.values(members) as Member<unknown>[]).some(({ references }) => references);
  return Number.isFinite(max) || unique.length > 0 || claims.length > 0 || about !== undefined || refers;
}

/** @throws Problem `already-there` where another record under the same parent has the unique members that this one gets */
export async function requireUnlike<F extends Fields>(
  reader: Reader,
  { type, findAlike }: RecordTable<F>,
  place: RecordIds,
  record: RecordOf<F>,
  former?: RecordOf<F>,
): Promise<void> {
  const differs = (type.unique as readonly (keyof F & string)[]).some((name) => !former || !isSame(record[name], former[name]));
  const alike = differs ? await findAlike(reader, place, record) : undefined;
  if (alike) throw alreadyThere(error(type.unique[0] as string, 'duplicate', placePath(type.kind, { ...place, id: alike })));
}

/**
 * Refuses records if another record has the same values in the members `claims`. If two transactions store the same values at once, the
 * unique index refuses one of them; it runs again, and this function finds the other record.
 *
 * @throws Problem `identifier-taken`
 */
export async function requireUnclaimed<F extends Fields>(reader: Reader, type: RecordType<F>, records: RecordOf<F>[]): Promise<void> {
  const [holder] = await listHolders(reader, type, records);
  const wanted = records.find(({ id }) => id === holder?.wantedBy);
  if (!holder || !wanted) return;
  const fault = takenFault(type, wanted, holder);
  throw new Problem('identifier-taken', `${detailOf(fault)}. Nothing was changed.`, { fault });
}

/** The fault that names the taken values, and the record that has them. */
export function takenFault<F extends Fields>({ kind, claims }: RecordType<F>, record: RecordOf<F>, holder: ClaimHolder): Fault {
  return ['taken', claims.map((name) => record[name as never]).join(':'), placePath(kind, holder), holder.parentName ?? ''];
}

/** Whether a new membership would make a group a member of a person, by the current details of both. */
async function isGroupInPerson(reader: Reader, kind: Kind, { artistId }: RecordIds, record: object, former?: object): Promise<boolean> {
  const { person } = record as FieldsOf<'membership'>;
  if (kind !== 'membership' || person === null || (former as FieldsOf<'membership'> | undefined)?.person === person) return false;
  const types = await readTypes(reader, [artistId as bigint, person]);
  return types.get(artistId as bigint) === 'person' && types.get(person) === 'group';
}

/** The fact that a new source is about, since it may not exist. Undefined if the source is about the artist or album itself. */
function missingAbout<F extends Fields>(
  { about, ancestors }: RecordType<F>,
  { artistId, albumId }: RecordIds,
  record: RecordOf<F>,
  former?: RecordOf<F>,
): (RecordIds & { kind: Kind }) | undefined {
  const named = about?.(record);
  const before = former && about?.(former);
  if (!named || isEntryKind(named.kind) || (before?.kind === named.kind && before.id === named.id)) return undefined;
  const id = named.id ?? (ancestors.includes('album') ? albumId : artistId);
  return { kind: named.kind, id: id as bigint, artistId, albumId };
}

function error(name: string, code: FaultCode, ...values: unknown[]) {
  return fieldError(`/${name}`, ...([code, ...values] as Fault));
}
