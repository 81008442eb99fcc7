import { reads } from '../../src/operations/reads.ts';
import { serveReads } from '../../src/store/sqlite/reader.ts';
import { faultyReads } from './faultyReads.ts';

serveReads({ ...reads, ...faultyReads });
