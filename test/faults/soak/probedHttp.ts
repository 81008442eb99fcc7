import { serveInThread } from '../../../src/service/httpWorker.ts';
import { leak } from './leak.ts';
import { answerProbe } from './probe.ts';

/** A further thread that answers requests, and reports its memory. */
leak();
answerProbe();
serveInThread();
