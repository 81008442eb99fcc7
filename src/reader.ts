import { addConfiguredSchemes } from './config/identifierScheme.ts';
import { reads } from './operations/reads.ts';
import { lowerThreadPriority } from './process/lowerThreadPriority.ts';
import { serveReads } from './store/sqlite/reader.ts';

addConfiguredSchemes(process.env);
lowerThreadPriority();
serveReads(reads);
