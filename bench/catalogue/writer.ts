import { serveWrites } from '../../src/store/sqlite/writer.ts';
import { fillWrites } from './fill.ts';

serveWrites(fillWrites);
