import { changes } from '../../src/operations/changes.ts';
import { serveWrites } from '../../src/store/sqlite/writer.ts';
import { dieInThread, fill, refuse, throwError } from './faults.ts';

serveWrites({ ...changes, refuse, throwError, dieInThread, fill });
