import { type FactKind, parentOf } from '../model/record.ts';
import { elementsOf } from './search/elements.ts';
import type { Reader } from './store.ts';

/** How many sources each of some facts of a kind has. */
export async function countSources(reader: Reader, kind: FactKind, ids: bigint[]): Promise<Map<bigint, bigint>> {
  if (ids.length === 0) return new Map();
  const rows = await reader.all(
    `select record, count(*) as sources from ${parentOf(kind)}_source
     where about = $1 and record in (select cast(value as bigint) from ${elementsOf(reader, '$2')} as ids) group by record`,
    kind,
    JSON.stringify(ids.map(String)),
  );
  return new Map(rows.map(({ record, sources }) => [record as bigint, sources as bigint]));
}
