import { reads } from './operations/reads.ts';
import { giveWay } from './process/giveWay.ts';
import { serveReads } from './store/sqlite/reader.ts';

giveWay();
serveReads(reads);
