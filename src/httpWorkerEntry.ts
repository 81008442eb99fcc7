import { addConfiguredSchemes } from './config/identifierScheme.ts';
import { serveInThread } from './service/httpWorker.ts';

addConfiguredSchemes(process.env);
serveInThread();
