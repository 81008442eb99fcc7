import { alias } from '../model/alias.ts';
import { type Membership, membership } from '../model/membership.ts';
import type { PageQuery } from '../model/page.ts';
import { recordTable } from './record.ts';
import type { Reader } from './store.ts';

export const aliases = recordTable(alias);
export const memberships = recordTable(membership);

/** Memberships of a person in order of id, each with its group: those after the id `after`, else those past the first `offset`. */
export async function listByPerson(
  reader: Reader,
  person: bigint,
  { limit, offset, after }: PageQuery,
): Promise<{ records: (Membership & { group: bigint })[]; total: bigint }> {
  const page = after === undefined ? 'order by id limit $2 offset $3' : 'and id > $2 order by id limit $3';
  const bounds = after === undefined ? [limit, offset] : [after, limit];
  const rows = await reader.all(`select * from membership where person = $1 ${page}`, person, ...bounds);
  const total = (await reader.get('select count(*) as total from membership where person = $1', person))?.total as bigint;
  return { records: rows.map((row) => ({ ...memberships.toRecord(row), group: row.artist_id as bigint })), total };
}
