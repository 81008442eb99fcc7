import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import type { Reader } from '../store.ts';

/** `changed`: the ids of the changed records, each once. `last`: the last revision that was read. `bytes`: of the revisions read. */
export type Behind = { changed: Record<SearchedKind, bigint[]>; last: bigint | undefined; bytes: number };

/** Records that changed after the index was written. On PostgreSQL there are none, since each change writes the index. */
export async function listBehind(reader: Reader, limit: number, maxBytes = Number.POSITIVE_INFINITY): Promise<Behind> {
  if (reader.engine === 'postgres') return { changed: perKind(() => []), last: undefined, bytes: 0 };
  const found = await reader.all(
    `select seq, kind, id, coalesce(octet_length(members), 0) as bytes from revision
     where seq > (select indexed from index_state) order by seq limit $1`,
    limit,
  );
  let bytes = 0;
  let taken = 0;
  while (taken < found.length && bytes < maxBytes) bytes += Number(found[taken++]?.bytes);
  const rows = found.slice(0, taken);
  const idsOf = (kind: SearchedKind) => [...new Set(rows.filter((row) => row.kind === kind).map(({ id }) => id as bigint))];
  return { changed: perKind(idsOf), last: rows.at(-1)?.seq as bigint | undefined, bytes };
}

function perKind<T>(make: (kind: SearchedKind) => T): Record<SearchedKind, T> {
  return Object.fromEntries(searchedKinds.map((kind) => [kind, make(kind)])) as Record<SearchedKind, T>;
}
