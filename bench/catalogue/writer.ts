import { serveWrites } from '../../src/store/sqlite/writer.ts';
import { fillChanges } from './fill.ts';

serveWrites(fillChanges);
