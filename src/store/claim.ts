import { type Fields, type RecordOf, type RecordType, storedValueOf } from '../model/record.ts';
import { arraysOf } from './elements.ts';
import type { RecordIds } from './record.ts';
import { objectsOf } from './rows.ts';
import type { Reader } from './store.ts';

/** A record with unique values that the record `wantedBy` is to get. `parentName`: the name of the artist or album directly above. */
export type ClaimHolder = RecordIds & { wantedBy: bigint; parentName?: string };

const toHolder = objectsOf<ClaimHolder>({});

/** Finds the other records of a kind that have the same unique values (`claims`) as these records, in one statement. */
export async function listHolders<F extends Fields>(reader: Reader, type: RecordType<F>, records: RecordOf<F>[]): Promise<ClaimHolder[]> {
  const { kind, claims, ancestors } = type;
  const parent = ancestors.at(-1);
  if (claims.length === 0 || records.length === 0) return [];
  const wanted = records.map((record) => [
    String(record.id),
    ...claims.map((name) => storedValueOf(type, name as keyof F & string, record)),
  ]);
  const rows = await reader.all(
    // Without a cross join SQLite may scan the whole table.
    `select t.id, ${ancestors.map((above) => `t.${above}_id`)}, cast(wanted.value ->> 0 as bigint) as wanted_by, p.name as parent_name
     from ${arraysOf(reader, '$1')} as wanted cross join ${kind} t cross join ${parent} p
     where p.id = t.${parent}_id and ${claims.map((name, i) => `t.${name} = wanted.value ->> ${i + 1}`).join(' and ')}`,
    JSON.stringify(wanted),
  );
  return rows.map(toHolder).filter(({ id, wantedBy }) => id !== wantedBy);
}
