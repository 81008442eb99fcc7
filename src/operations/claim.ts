import { detailOf, type Fault } from '../model/fault.ts';
import { Problem } from '../model/problem.ts';
import type { Fields, RecordOf, RecordType } from '../model/record.ts';
import { placePath } from '../model/recordPath.ts';
import { type ClaimHolder, listHolders } from '../store/claim.ts';
import type { Transaction } from '../store/store.ts';

/**
 * Refuses records if another record has the same values in the members `claims`. If two transactions store the same values at once, the
 * unique index refuses one of them; it runs again, and this function finds the other record.
 *
 * @throws Problem `identifier-taken`
 */
export async function requireUnclaimed<F extends Fields>(tx: Transaction, type: RecordType<F>, records: RecordOf<F>[]): Promise<void> {
  const [holder] = await listHolders(tx, type, records);
  const wanted = records.find(({ id }) => id === holder?.wantedBy);
  if (!holder || !wanted) return;
  const fault = takenFault(type, wanted, holder);
  throw new Problem('identifier-taken', `${detailOf(fault)}. Nothing was changed.`, { fault });
}

/** The fault that names the taken values, and the record that has them. */
export function takenFault<F extends Fields>({ kind, claims }: RecordType<F>, record: RecordOf<F>, holder: ClaimHolder): Fault {
  return ['taken', claims.map((name) => record[name as never]).join(':'), placePath(kind, holder), holder.parentName ?? ''];
}
