import { existsSync, writeFileSync } from 'node:fs';
import { serveInThread } from '../../src/service/httpWorker.ts';

/** A thread that answers requests. The first such thread throws an error outside of any request, and ends when the test tells it to. */
serveInThread();
const mark = process.env.TEST_MARK ?? '';
if (mark && isFirst()) {
  setTimeout(() => {
    throw new Error('a stray throw in a thread');
  }, 200);
  // The test makes this file when it has seen the error in the log.
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
