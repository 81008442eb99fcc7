import { writes } from './operations/writes.ts';
import { giveWay } from './process/giveWay.ts';
import { serveWrites } from './store/sqlite/writer.ts';

giveWay();
serveWrites(writes);
