import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import type { Logger } from 'pino';
import { attempt } from '../model/attempt.ts';
import type { Awaitable } from '../model/awaitable.ts';

const folder = '/proc/self/fd';
/** Pause between two counts, in ms. */
const interval = 500;
/** If more than this share of the limit is in use, idle connections are closed. */
const share = 0.75;
/** A lower limit is too low for a public service. */
const minimum = 4096;

/**
 * Closes idle connections before the process runs out of descriptors, since then no new client could connect. Does nothing on systems
 * without /proc.
 *
 * @param closeIdle closes the connections that wait for their next request, and returns their number
 */
export function watchDescriptors(closeIdle: () => Awaitable<number>, log: Logger): void {
  if (!existsSync(folder)) return;
  const limit = readLimit();
  if (limit < minimum)
    log.warn({ limit }, `few open files are allowed, so few connections are possible; raise the limit with: ulimit -n ${minimum}`);
  setInterval(async () => {
    if (countDescriptors() <= limit * share) return;
    const closed = await closeIdle();
    log.warn({ limit, closed }, 'nearly all connections that are allowed are open; those that waited for their next request were closed');
  }, interval).unref();
}

/**
 * Since 6.2, Linux gives the number of descriptors as the size of the folder. On older systems the folder must be listed, which takes
 * milliseconds for thousands of descriptors. Listing needs a descriptor itself: if it fails, none is left.
 */
function countDescriptors(): number {
  return attempt(() => statSync(folder).size || readdirSync(folder).length, Number.POSITIVE_INFINITY);
}

function readLimit(): number {
  const limit = /^Max open files\s+(\d+|unlimited)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1];
  return limit === undefined || limit === 'unlimited' ? Number.POSITIVE_INFINITY : Number(limit);
}
