import type { Report } from '../store.ts';
import { breakConnections, createPool } from './connections.ts';
import { type Backlog, batch, numberRevisions, readBacklog } from './numbering.ts';
import { createNumberingReporter } from './trouble.ts';

/** Pause between two rounds, in ms; short while revisions arrive, so that streams get them soon. */
const idlePause = 100;
const busyPause = 20;

/**
 * Numbers the committed rows of the revision log, on the node that gets the lock. It has its own connection, so that a busy pool does not
 * delay the log.
 *
 * @param up whether the server is in reach
 * @param report called with failures of numbering that need an operator
 */
export function startSequencer(url: string, up: () => boolean, report: Report) {
  const pool = createPool(url, 1);
  const trouble = createNumberingReporter(up, report);
  let backlog: Backlog = { revisions: 0, first: undefined, since: 0 };
  let stopped = false;

  /** @returns whether more rows may wait */
  async function round(): Promise<boolean> {
    try {
      backlog = await readBacklog(pool);
      const numbered = backlog.revisions === 0 ? 0 : await numberRevisions(pool);
      if (backlog.revisions > 0 && numbered === 0) trouble.lockIsHeld(backlog.first);
      else trouble.worked();
      return numbered === batch;
    } catch (error) {
      trouble.failed(error as Error);
      return false;
    }
  }

  const done = (async () => {
    while (!stopped) if (!(await round())) await Bun.sleep(backlog.revisions > 0 ? busyPause : idlePause);
    await pool.end();
  })();
  return {
    /** Revisions without a number at the last check (up to 10,000), and the age of the oldest in seconds. */
    figures: (): { revisions: number; seconds: number } => ({
      revisions: backlog.revisions,
      seconds: backlog.revisions === 0 ? 0 : Math.max(0, Date.now() - backlog.since) / 1000,
    }),
    /** For a server that went silent. */
    breakConnection: (): void => breakConnections(pool),
    stop(): Promise<void> {
      stopped = true;
      return done;
    },
  };
}
