import { existsSync, rmSync } from 'node:fs';
import { serveInThread } from '../../src/service/httpWorker.ts';

/** A thread that answers requests. It cannot start, hangs at its start, or later hangs or ends when the test makes a file. */
const { TEST_HANG: how, TEST_MARK: mark = '' } = process.env;
if (how === 'fail') throw new Error('no thread can start');
if (how === 'start') hang();
serveInThread();
setInterval(() => {
  if (existsSync(`${mark}.end`)) end();
  if (existsSync(mark)) hang();
}, 50);

/** Sleeps in native code, since the runtime could end a loop in a script. */
function hang(): void {
  for (;;) Bun.sleepSync(60_000);
}

/** Only one thread ends, because it removes the file first. */
function end(): void {
  rmSync(`${mark}.end`, { force: true });
  process.exit(1);
}
