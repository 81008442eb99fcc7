import { writes } from '../../src/operations/writes.ts';
import { lowerThreadPriority } from '../../src/process/lowerThreadPriority.ts';
import { serveWrites } from '../../src/store/sqlite/writer.ts';

lowerThreadPriority();
/** The writer as it is, but nothing comes into the search index. */
serveWrites(writes, async (_, lag) => ({ ...lag, indexed: lag.last, bytes: 0 }));
