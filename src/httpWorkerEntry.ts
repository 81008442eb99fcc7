import { knowSchemes } from './config/identifierScheme.ts';
import { serveInThread } from './service/httpWorker.ts';

knowSchemes(process.env);
serveInThread();
