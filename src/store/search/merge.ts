import { searchedKinds } from '../../model/record.ts';
import type { Transaction } from '../store.ts';

/** Number of pages that one step merges. A step takes some milliseconds, so other changes do not wait long. */
const pagesPerStep = 250;

/**
 * Merges the segments of SQLite's index that a build leaves behind, since a search would read each of them (FTS5, "The 'merge' Command").
 * On PostgreSQL it collects the statistics of the new tables at once, since the planner needs them for searches. If that fails, autovacuum
 * collects them some minutes later.
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
    // A negative number merges the segments of all levels.
    await tx.run(`insert into ${kind}_words (${kind}_words, rank) values ('merge', $1)`, -pagesPerStep);
    // The command itself counts as one change.
    if ((await changesOf(tx)) - before > 1n) return true;
  }
  return false;
}

async function changesOf(tx: Transaction): Promise<bigint> {
  return (await tx.get('select total_changes() as changes'))?.changes as bigint;
}
