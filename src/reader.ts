import { knowSchemes } from './config/identifierScheme.ts';
import { reads } from './operations/reads.ts';
import { giveWay } from './process/giveWay.ts';
import { serveReads } from './store/sqlite/reader.ts';

knowSchemes(process.env);
giveWay();
serveReads(reads);
