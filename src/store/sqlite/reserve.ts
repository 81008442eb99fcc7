import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDiskFull } from '../fileTrouble.ts';
import type { Report } from '../store.ts';

/** What a start on a full disk tells the operator. */
export const fullDisk = 'the disk is full: the service starts for reading, and what changes something is refused until there is room';

/** The index of the log takes 32 KiB for each 4,096 pages of it (https://sqlite.org/walformat.html, section 2). */
const bytes = 192 * 1024;

/**
 * Opens a store that a full disk would keep from being opened even for reading: SQLite makes the index of its log at each start.
 * A file next to the store keeps room for that, and is given up where there is no other.
 *
 * @param open throws with the failure as its cause
 */
export function withReserve(path: string, open: () => void, report: Report): void {
  const reserve = `${path}.reserve`;
  try {
    open();
  } catch (error) {
    if (!existsSync(reserve) || !isDiskFull((error as Error).cause)) throw error;
    rmSync(reserve);
    report(fullDisk, 'warn');
    open();
    return;
  }
  keepReserve(path);
}

/** Keeps room for the next start, if there is any: also at an end in order, since the last start may have used it up. */
export function keepReserve(path: string): void {
  const reserve = `${path}.reserve`;
  // That of an earlier version was smaller. A link is replaced, wherever it leads.
  if ((lstatSync(reserve, { throwIfNoEntry: false })?.size ?? 0) >= bytes) return;
  const whole = `${reserve}.new`;
  try {
    writeFileSync(whole, new Uint8Array(bytes).fill(1), { mode: 0o600 });
    renameSync(whole, reserve);
  } catch {
    // No room: the end or the next start tries again.
    rmSync(whole, { force: true });
  }
}
