import { type Awaitable, chain } from '../model/awaitable.ts';
import { albums } from './album.ts';
import { artists } from './artist.ts';
import type { RecordTable } from './record.ts';
import type { Reader, Transaction } from './store.ts';

type Filled = Pick<Reader, 'engine' | 'all'> & Pick<Transaction, 'run'>;

const atOnce = 1_000;

/**
 * Fills the sort keys of the next artists or albums without them, since migrations leave new sort columns empty.
 *
 * @param lock the end of a select that locks rows
 * @returns whether it found any
 */
export function fillSortKeys(store: Filled, lock = ''): Awaitable<boolean> {
  return chain(fillNext(store, artists, lock), (found) => found || fillNext(store, albums, lock));
}

function fillNext(store: Filled, { sorting }: Pick<RecordTable<never>, 'sorting'>, lock: string): Awaitable<boolean> {
  return chain(store.all(sorting.unsorted + lock, atOnce), (rows) => {
    if (rows.length === 0) return false;
    return chain(store.run(sorting.fill(store), sorting.keysOf(rows)), () => true);
  });
}
