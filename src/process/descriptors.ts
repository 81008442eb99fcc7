import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Awaitable } from '../model/awaitable.ts';

const folder = '/proc/self/fd';
/** How often the process's own descriptors are counted, in ms. */
const interval = 500;
/** Of the descriptors it may have: past this share, connections that wait for their next request are closed. */
const share = 0.75;
/** Fewer than this are too few for a public service. */
const enough = 4096;

/**
 * Keeps connections from using up the descriptors of the process: at the limit nobody new would get in until others are
 * cut off. Where the system does not show them, nothing is done.
 *
 * @param closeIdle closes the connections that wait for their next request, and says how many
 */
export function watchDescriptors(closeIdle: () => Awaitable<number>, log: Logger): void {
  if (!existsSync(folder)) return;
  const limit = readLimit();
  if (limit < enough) log.warn({ limit }, `few open files are allowed, and so few connections; raise it with: ulimit -n ${enough}`);
  setInterval(async () => {
    if (countDescriptors() <= limit * share) return;
    const closed = await closeIdle();
    log.warn({ limit, closed }, 'nearly all connections that are allowed are open; those that waited for their next request were closed');
  }, interval).unref();
}

/**
 * Linux tells their number since 6.2. To list them takes milliseconds of the main thread where there are thousands, and a
 * descriptor: where there is none left, all are used.
 */
function countDescriptors(): number {
  try {
    return statSync(folder).size || readdirSync(folder).length;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

function readLimit(): number {
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return limit === undefined || limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
