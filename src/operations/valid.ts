import type { Fault, FaultCode } from '../model/fault.ts';
import { fieldError, invalidInput } from '../model/problem.ts';
import type { Fields, Member, RecordOf } from '../model/record.ts';
import { recordTables } from '../store/kinds.ts';
import type { Place, RecordTable } from '../store/record.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Judges what a record says together with the rest of the catalogue: references to what is not there, members that exclude each
 * other, and a duplicate. An update judges only the references that it changes, since what they name may be deleted meanwhile.
 *
 * @throws Problem `invalid-input` naming every fault
 */
export async function requireValid<F extends Fields>(
  tx: Transaction,
  table: RecordTable<F>,
  place: Place,
  record: RecordOf<F>,
  former?: RecordOf<F>,
): Promise<void> {
  const { type } = table;
  const errors = type.faults(record, place.artistId ?? place.id).map(([name, [code, ...values]]) => error(name, code, ...values));
  for (const name of type.names) {
    const { references } = type.members[name] as Member<unknown>;
    const id = record[name] as bigint | null;
    if (!references || id === null || former?.[name] === id) continue;
    if (!(await recordTables[references].listThere(tx, [id])).has(id)) errors.push(error(name, 'notThere', references));
  }
  if (!former && Number.isFinite(type.max) && (await table.count(tx, place)) >= type.max)
    throw invalidInput(fieldError('', 'tooManyRecords', type.max));
  const alike = type.unique.length > 0 && errors.length === 0 ? await table.findAlike(tx, place, record) : undefined;
  if (alike) errors.push(error(type.unique[0] as string, 'duplicate', `${type.kind} ${alike}`));
  if (errors.length > 0) throw invalidInput(...errors);
}

function error(name: string, code: FaultCode, ...values: unknown[]) {
  return fieldError(`/${name}`, ...([code, ...values] as Fault));
}
