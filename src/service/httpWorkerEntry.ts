import { serveInThread } from './httpWorker.ts';

serveInThread();
