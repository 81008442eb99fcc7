import { existsSync, lstatSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isDiskFull } from '../fileRefusal.ts';
import type { Report } from '../store.ts';

export const fullDisk = 'the disk is full: the service starts for reading, and refuses all changes until there is room';

/** The log's index takes 32 KiB for each 4,096 pages of the log (https://sqlite.org/walformat.html, section 2). */
const reservedBytes = 192 * 1024;

/**
 * Opens a store even on a full disk. SQLite creates the index of its log at each start, even for reading. A file next to the store reserves
 * room for this index, and is deleted if the disk has no other room.
 *
 * @param open throws an error with the failure of the system or of SQLite as its `cause`
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

/** Creates the file again if there is room. Also called at shutdown, as the last start may have deleted it. */
export function keepReserve(path: string): void {
  const reserve = `${path}.reserve`;
  // An earlier version made a smaller file. A symbolic link is replaced, whatever its target.
  if ((lstatSync(reserve, { throwIfNoEntry: false })?.size ?? 0) >= reservedBytes) return;
  const unfinished = `${reserve}.new`;
  try {
    writeFileSync(unfinished, new Uint8Array(reservedBytes).fill(1), { mode: 0o600 });
    renameSync(unfinished, reserve);
  } catch {
    // No room: the shutdown or the next start tries again.
    rmSync(unfinished, { force: true });
  }
}
