import { reads } from '../../src/operations/reads.ts';
import { serveReads } from '../../src/store/sqlite/reader.ts';
import { faultyReads } from './faultyReads.ts';

// A start takes longer than a read may.
Bun.sleepSync(6_000);
serveReads({ ...reads, ...faultyReads });
