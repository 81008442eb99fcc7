import { existsSync, rmSync } from 'node:fs';
import { serveInThread } from '../../src/service/httpWorker.ts';

/** A thread that answers requests. It cannot start; or it hangs or ends, at its start or once the test has made a file. */
const { TEST_HANG: how, TEST_MARK: mark = '' } = process.env;
if (how === 'fail') throw new Error('no thread can start');
if (how === 'start') hang();
serveInThread();
setInterval(() => {
  if (existsSync(`${mark}.end`)) end();
  if (existsSync(mark)) hang();
}, 50);

/** Native code, since the runtime could end a script. */
function hang(): void {
  for (;;) Bun.sleepSync(60_000);
}

/** One thread ends, and no other. */
function end(): void {
  rmSync(`${mark}.end`, { force: true });
  process.exit(1);
}
