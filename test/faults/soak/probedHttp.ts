import { serveInThread } from '../../../src/service/httpWorker.ts';
import { leak } from './leak.ts';
import { answerProbe } from './probe.ts';

/** A further thread that answers requests, which tells what it holds. */
leak();
answerProbe();
serveInThread();
