import { writes } from '../../src/operations/writes.ts';
import { giveWay } from '../../src/process/giveWay.ts';
import { serveWrites } from '../../src/store/sqlite/writer.ts';

giveWay();
/** The writer as it is, but nothing comes into the search index. */
serveWrites(writes, async (_, lag) => ({ ...lag, indexed: lag.last, bytes: 0 }));
