import { changes } from './operations/changes.ts';
import { serveWrites } from './store/sqlite/writer.ts';

serveWrites(changes);
