import { knowSchemes } from './config/identifierScheme.ts';
import { writes } from './operations/writes.ts';
import { giveWay } from './process/giveWay.ts';
import { serveWrites } from './store/sqlite/writer.ts';

knowSchemes(process.env);
giveWay();
serveWrites(writes);
