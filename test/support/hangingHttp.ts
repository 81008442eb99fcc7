import { existsSync } from 'node:fs';
import { serveInThread } from '../../src/service/httpWorker.ts';

/** A thread that answers requests, and that cannot start, or hangs at its start or once the test has made a file. */
const { TEST_HANG: how, TEST_MARK: mark = '' } = process.env;
if (how === 'fail') throw new Error('no thread can start');
if (how === 'start') hang();
serveInThread();
setInterval(() => existsSync(mark) && hang(), 50);

/** Not in script, which the runtime could end. */
function hang(): void {
  for (;;) Bun.sleepSync(60_000);
}
