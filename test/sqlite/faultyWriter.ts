import { writes } from '../../src/operations/writes.ts';
import { serveWrites } from '../../src/store/sqlite/writer.ts';
import { faults } from './faults.ts';

serveWrites({ ...writes, ...faults });
