import { type Fields, type RecordType, type SearchedKind, searchedKinds } from '../../model/record.ts';
import type { IndexChange } from '../../model/search/indexed.ts';
import { recordTables } from '../kinds.ts';
import type { RecordTable } from '../record.ts';
import { type Behind, listBehind } from '../search/behind.ts';
import { writeEntries } from '../search/entries.ts';
import type { NewWords } from '../search/knownWords.ts';
import type { Connection } from './database.ts';

/** The most revisions of a step. Jobs wait until the step ends. */
const maxRevisions = 1_024;
/** The most bytes of text in these revisions. Random text may have a new word every two bytes. */
const maxBytes = 256 * 1024;

/** The lag of the search index behind the revision log: the newest revision, the newest in the index, and the bytes of text between. */
export type Lag = { last: bigint; indexed: bigint; bytes: number };

/** @param known an earlier result, if the index has not changed since: then only newer revisions are counted */
export function lagOf(connection: Connection, known?: Lag): Lag {
  const { get } = connection;
  const indexed = known?.indexed ?? (get('select indexed from index_state')?.indexed as bigint);
  const from = known?.last ?? indexed;
  const row = get(
    'select (select coalesce(max(seq), 0) from revision) as last, coalesce(sum(octet_length(members)), 0) as bytes from revision where seq > $1',
    from,
  ) as { last: bigint; bytes: bigint };
  // Only a store that was emptied has fewer revisions than before.
  if (known && row.last < from) return lagOf(connection);
  return { last: row.last, indexed, bytes: (known?.bytes ?? 0) + Number(row.bytes) };
}

/**
 * Indexes the records of the next revisions, in one step. The position of the index is stored in the same transaction, so after a crash the
 * next step takes the same revisions. A record that changed often in them is written once.
 *
 * @returns the lag after the step
 */
export async function catchUp(connection: Connection, lag: Lag): Promise<Lag> {
  connection.run('begin immediate');
  try {
    const { changed, last, bytes } = await listBehind(connection, maxRevisions, maxBytes);
    if (last === undefined) return { ...lag, indexed: lag.last, bytes: 0 };
    await writeIndex(connection, changed, last);
    return { last: lag.last, indexed: last, bytes: lag.bytes - bytes };
  } finally {
    if (connection.database.inTransaction) connection.run('rollback');
  }
}

async function writeIndex(connection: Connection, changed: Behind['changed'], last: bigint): Promise<void> {
  const changes: IndexChange[] = [];
  for (const kind of searchedKinds) changes.push(...(await changesOf(connection, kind, changed[kind])));
  const written = await connection.index.write(changes, (words, entries) =>
    writeEntries(connection, unknownOf(connection, words), entries),
  );
  connection.run('update index_state set indexed = $1', last);
  connection.run('commit');
  written();
}

/** A deleted record is removed from the index. */
async function changesOf(connection: Connection, kind: SearchedKind, ids: bigint[]): Promise<IndexChange[]> {
  const table = recordTables[kind] as unknown as RecordTable<Fields>;
  const found = new Map((await table.listByIds(connection, ids)).map(({ record }) => [record.id, record]));
  const type = table.type as unknown as RecordType<never>;
  return ids.map((id) => ({ type, id, record: found.get(id), build: undefined }));
}

/** The words that are not in the index yet, or only with a lower rank. */
function unknownOf({ all }: Connection, words: NewWords): NewWords {
  const found = all(
    `select value ->> 0 as word, value ->> 1 as standing from json_each($1)
     where not exists (select 1 from word where word = value ->> 0 and named >= value ->> 1)`,
    JSON.stringify([...words]),
  );
  return new Map(found.map(({ word, standing }) => [String(word), Number(standing)]));
}
