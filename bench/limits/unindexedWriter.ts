import { writes } from '../../src/operations/writes.ts';
import { giveWay } from '../../src/process/giveWay.ts';
import { serveWrites } from '../../src/store/sqlite/writer.ts';
import type { Write, Writes } from '../../src/store/store.ts';

/** The writer as it is, but what changes does not come into the search index. */
const unindexed = Object.entries(writes as Writes).map(([name, write]) => [name, withoutIndex(write)]);

giveWay();
serveWrites(Object.fromEntries(unindexed));

function withoutIndex<I, O>(write: Write<I, O>): Write<I, O> {
  return { ...write, run: (tx, actor, input) => write.run({ ...tx, index() {} }, actor, input) };
}
