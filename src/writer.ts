import { writes } from './operations/writes.ts';
import { serveWrites } from './store/sqlite/writer.ts';

serveWrites(writes);
