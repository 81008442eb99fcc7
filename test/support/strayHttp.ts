import { existsSync, writeFileSync } from 'node:fs';
import { serveInThread } from '../../src/service/httpWorker.ts';

/** A thread that answers requests, in which an error is thrown outside of any request, and which then ends: once, in the first of them. */
serveInThread();
const mark = process.env.TEST_MARK ?? '';
if (mark && isFirst()) {
  setTimeout(() => {
    throw new Error('a stray throw in a thread');
  }, 200);
  // The test decides when: once it has seen the error in the log.
  setInterval(() => existsSync(`${mark}.end`) && process.exit(1), 50);
}

function isFirst(): boolean {
  try {
    writeFileSync(mark, '', { flag: 'wx' });
    return true;
  } catch {
    return false;
  }
}
