import { serveInThread } from '../../../src/service/httpWorker.ts';
import { leak } from './leak.ts';
import { answerProbe } from './probe.ts';

/** A further thread that answers requests and reports its memory. For the control, it leaks on purpose. */
leak();
answerProbe();
serveInThread();
