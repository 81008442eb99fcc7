import type { Kind } from '../../model/record.ts';
import type { Reader, Transaction } from '../store.ts';

/** How far the index is: `complete` says whether every record is in it, so that it can be searched; `building` what is under way. */
export type IndexState = { complete: boolean; building: Building | undefined };
/** The number of the build, which kind is brought in and up to which id, and how many of the records it began with are done. */
export type Building = { build: bigint; kind: Kind; reached: bigint; done: bigint; records: bigint };

/** Begins to bring every record in again. @param whole whether the index can be searched meanwhile, as it has all records already */
export const beginBuild = (whole: boolean) =>
  `update index_state set ${whole ? '' : 'complete = 0, '}build = build + 1, kind = 'artist', reached = 0, done = 0,
     records = (select count(*) from artist) + (select count(*) from album)`;

/** @param lock what ends the select, where the state is about to change */
export async function readIndexState(reader: Reader, lock = ''): Promise<IndexState> {
  const row = await reader.get(`select complete, build, kind, reached, done, records from index_state${lock}`);
  if (!row) throw new Error('index_state is empty');
  const { complete, ...building } = row;
  return { complete: complete === 1n, building: row.kind === null ? undefined : (building as Building) };
}

export async function saveIndexState(tx: Transaction, { complete, building }: IndexState): Promise<void> {
  await tx.run(
    'update index_state set complete = $1, kind = $2, reached = $3, done = $4',
    complete ? 1 : 0,
    building?.kind ?? null,
    building?.reached ?? 0n,
    building?.done ?? 0n,
  );
}
