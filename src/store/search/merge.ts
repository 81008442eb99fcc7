import { searchedKinds } from '../../model/record.ts';
import type { Transaction } from '../store.ts';

/** Pages of the index that one step merges: some milliseconds, so that changes of others need not wait. */
const atOnce = 250;

/**
 * Merges the pieces that a build leaves the words of SQLite in, of which a search would have to look into each (FTS5, "The 'merge' Command").
 * PostgreSQL gets the statistics of the new tables, by which searches are planned; its own upkeep would bring them some minutes later,
 * and does so where this fails.
 *
 * @returns whether there is more to merge
 */
export async function mergeStep(tx: Transaction): Promise<boolean> {
  if (tx.engine === 'postgres') {
    const tables = searchedKinds.map((kind) => `${kind}_index`);
    await tx.run(`do $$ begin analyze ${tables}, word; exception when query_canceled or others then null; end $$`);
    return false;
  }
  for (const kind of searchedKinds) {
    const before = await changesOf(tx);
    await tx.run(`insert into ${kind}_words (${kind}_words, rank) values ('merge', $1)`, -atOnce);
    // The command itself counts as one.
    if ((await changesOf(tx)) - before > 1n) return true;
  }
  return false;
}

async function changesOf(tx: Transaction): Promise<bigint> {
  return (await tx.get('select total_changes() as changes'))?.changes as bigint;
}
