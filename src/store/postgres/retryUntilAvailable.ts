import { StartRefused } from '../../model/startRefused.ts';
import type { Report } from '../store.ts';
import { isTemporary } from './failures.ts';

/** The pause between two tries, in ms. */
const pause = 1_000;
/** The pause between two equal log lines, in ms. */
const sayEvery = 60_000;

/**
 * Tries again until the server is available: a service may start before its database.
 *
 * @param report called with the reason of the wait: at first, when it changes, and once a minute
 * @throws StartRefused where waiting does not help, such as a wrong password
 */
export async function retryUntilAvailable<T>(open: () => Promise<T>, report: Report): Promise<T> {
  const start = performance.now();
  let reportedReason = '';
  let reportedAt = 0;
  for (;;) {
    try {
      const opened = await open();
      if (reportedReason) report(`the database is there, after ${Math.round((performance.now() - start) / 1000)} s`, 'info');
      return opened;
    } catch (error) {
      if (!(error instanceof StartRefused) || !isTemporary(error.cause ?? error)) throw error;
      if (error.message !== reportedReason || performance.now() - reportedAt > sayEvery) {
        report(`waiting for the database: ${error.message}`, 'warn');
        reportedReason = error.message;
        reportedAt = performance.now();
      }
    }
    await Bun.sleep(pause);
  }
}
