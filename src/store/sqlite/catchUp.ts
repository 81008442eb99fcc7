import { type EntryKind, entryKinds, type Fields, type RecordType } from '../../model/record.ts';
import type { IndexChange } from '../../model/search/indexed.ts';
import { recordTables } from '../kinds.ts';
import type { RecordTable } from '../record.ts';
import { type Behind, listBehind } from '../search/behind.ts';
import type { Connection } from './database.ts';
import { unknownOf, writeEntries } from './searchIndex.ts';

/** Revisions that one transaction takes, and bytes of what they say: others wait for it, and noise makes a word of every other letter. */
const maxAtOnce = 1_024;
const maxBytesAtOnce = 256 * 1024;

/** By how many revisions the search index is behind the records, and by how many bytes of what they say; `last` is the newest of them. */
export type Backlog = { revisions: number; bytes: number; last: bigint };

/** @param known what was counted before, since when the index has not changed */
export function countBehind(connection: Connection, known?: Backlog): Backlog {
  const { get } = connection;
  const from = known?.last ?? (get('select indexed from index_state')?.indexed as bigint);
  const row = get(
    'select (select coalesce(max(seq), 0) from revision) as last, coalesce(sum(octet_length(members)), 0) as bytes from revision where seq > $1',
    from,
  ) as { last: bigint; bytes: bigint };
  // Revisions are never taken back, but by who empties a store.
  if (known && row.last < from) return countBehind(connection);
  return { last: row.last, revisions: (known?.revisions ?? 0) + Number(row.last - from), bytes: (known?.bytes ?? 0) + Number(row.bytes) };
}

/**
 * Brings the records that changed after what the index has into it. The revision log says which they are, so a kill costs nothing: what
 * was not kept is done again. Many at once cost a part of what each alone would, and one that changed often counts once.
 *
 * @returns what it is behind now
 */
export async function catchUp(connection: Connection, behind: Backlog): Promise<Backlog> {
  connection.run('begin immediate');
  try {
    const { changed, last, bytes } = await listBehind(connection, maxAtOnce, maxBytesAtOnce);
    if (last === undefined) return { ...behind, revisions: 0, bytes: 0 };
    await bringIn(connection, changed, last);
    return { last: behind.last, revisions: Number(behind.last - last), bytes: behind.bytes - bytes };
  } finally {
    if (connection.database.inTransaction) connection.run('rollback');
  }
}

async function bringIn(connection: Connection, changed: Behind['changed'], last: bigint): Promise<void> {
  const changes: IndexChange[] = [];
  for (const kind of entryKinds) changes.push(...(await changesOf(connection, kind, changed[kind])));
  const written = await connection.index.write(changes, (words, entries) =>
    writeEntries(connection, unknownOf(connection, words), entries),
  );
  connection.run('update index_state set indexed = $1', last);
  connection.run('commit');
  written();
}

/** A record that is gone is taken out. */
async function changesOf(connection: Connection, kind: EntryKind, ids: bigint[]): Promise<IndexChange[]> {
  const table = recordTables[kind] as unknown as RecordTable<Fields>;
  const found = new Map((await table.listByIds(connection, ids)).map(({ record }) => [record.id, record]));
  const type = table.type as unknown as RecordType<never>;
  return ids.map((id) => ({ type, id, record: found.get(id), build: undefined }));
}
