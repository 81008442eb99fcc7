import { type SearchedKind, searchedKinds } from '../../model/record.ts';
import { generation } from '../../model/search/generation.ts';
import type { Reader, Transaction } from '../store.ts';

/**
 * The state of the index. `complete`: every record is in it, so it can be searched. `building`: the build under way. `rules`: the
 * generation of the rules by which it was or is being made.
 */
export type IndexState = { complete: boolean; building: Building | undefined; rules: bigint };
/**
 * A build: its number, the kind and id that it has reached, and how many of its records are done. With `word` as `kind` it removes unused
 * words, and `reached` is the number of words that stay. Then it merges the index.
 */
export type Building = { build: bigint; kind: SearchedKind | 'word'; reached: bigint; done: bigint; records: bigint };

/** A build that searches wait for reads all records, so it includes the revisions that SQLite's index does not have yet. */
const withoutBacklog = {
  sqlite: 'complete = 0, indexed = (select coalesce(max(seq), 0) from revision), ',
  postgres: 'complete = 0, ',
};

/** Starts to index every record again. @param whole whether the index is complete and can be searched meanwhile */
export const beginBuild = (engine: Reader['engine'], whole: boolean) =>
  `update index_state set ${whole ? '' : withoutBacklog[engine]}build = build + 1, kind = '${searchedKinds[0]}', reached = 0, done = 0, rules = ${generation},
     records = ${searchedKinds.map((kind) => `(select count(*) from ${kind})`).join(' + ')}`;

/** The empty index of a new store is made by today's rules, not by those of the migration that created its table. */
export const newIndex = `update index_state set rules = ${generation}`;

/** @param lock the end of the select, if the state is about to change */
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

/** Empties the index, and begins to build it. */
export function clearIndex(engine: Reader['engine']): string[] {
  const tables = [...searchedKinds.map((kind) => `${kind}_index`), 'word', ...(engine === 'sqlite' ? ['word_form'] : [])];
  const words = engine === 'sqlite' ? searchedKinds.map((kind) => `insert into ${kind}_words (${kind}_words) values ('delete-all')`) : [];
  return [...tables.map((table) => `delete from ${table}`), ...words, beginBuild(engine, false)];
}
