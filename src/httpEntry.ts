import { serveInThread } from './httpThread.ts';

serveInThread();
