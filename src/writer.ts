import { addConfiguredSchemes } from './config/identifierScheme.ts';
import { writes } from './operations/writes.ts';
import { lowerThreadPriority } from './process/lowerThreadPriority.ts';
import { serveWrites } from './store/sqlite/writer.ts';

addConfiguredSchemes(process.env);
lowerThreadPriority();
serveWrites(writes);
