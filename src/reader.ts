import { reads } from './operations/reads.ts';
import { serveReads } from './store/sqlite/reader.ts';

serveReads(reads);
