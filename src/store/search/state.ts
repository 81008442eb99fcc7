import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import { generation } from '../../model/search/generation.ts';
import type { Reader, Transaction } from '../store.ts';

/**
 * How far the index is: `complete` says whether every record is in it, so that it can be searched; `building` what is under way;
 * `rules` by which generation of the rules it was made, or is being made.
 */
export type IndexState = { complete: boolean; building: Building | undefined; rules: bigint };
/**
 * The number of the build, which kind is brought in and up to which id, and how many of the records it began with are done. At its
 * end words that nothing has are taken out, and what is left is merged; then `reached` counts those that stay.
 */
export type Building = { build: bigint; kind: SearchedKind | 'word'; reached: bigint; done: bigint; records: bigint };

/** Where searches wait for the build, what SQLite's index is behind with comes with it. */
const withoutBacklog = {
  sqlite: 'complete = 0, indexed = (select coalesce(max(seq), 0) from revision), ',
  postgres: 'complete = 0, ',
};

/** Begins to bring every record in again. @param whole whether the index can be searched meanwhile, as it has all records already */
export const beginBuild = (engine: Reader['engine'], whole: boolean) =>
  `update index_state set ${whole ? '' : withoutBacklog[engine]}build = build + 1, kind = '${searchedKinds[0]}', reached = 0, done = 0, rules = ${generation},
     records = ${searchedKinds.map((kind) => `(select count(*) from ${kind})`).join(' + ')}`;

/** The empty index of a new store is made by the rules of today, not by those of when its table was first made. */
export const newIndex = `update index_state set rules = ${generation}`;

/** @param lock what ends the select, where the state is about to change */
export async function readIndexState(reader: Reader, lock = ''): Promise<IndexState> {
  const row = await reader.get(`select complete, rules, build, kind, reached, done, records from index_state${lock}`);
  if (!row) throw new Error('index_state is empty');
  const { complete, rules, ...building } = row;
  return { complete: complete === 1n, building: row.kind === null ? undefined : (building as Building), rules: rules as bigint };
}

export async function saveIndexState(tx: Transaction, { complete, building }: Omit<IndexState, 'rules'>): Promise<void> {
  await tx.run(
    'update index_state set complete = $1, kind = $2, reached = $3, done = $4',
    complete ? 1 : 0,
    building?.kind ?? null,
    building?.reached ?? 0n,
    building?.done ?? 0n,
  );
}
