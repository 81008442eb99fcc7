import { serveInThread } from './service/httpWorker.ts';

serveInThread();
