import { writes } from '../../src/operations/writes.ts';
import { lowerThreadPriority } from '../../src/process/lowerThreadPriority.ts';
import { serveWrites } from '../../src/store/sqlite/writer.ts';

lowerThreadPriority();
/** The service's writer, except that it never updates the search index. */
serveWrites(writes, async (_, lag) => ({ ...lag, indexed: lag.last, bytes: 0 }));
