import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { undoAtEnd } from '../../failover/leftovers.ts';

/** A separate file system, small enough to fill. */
export type SmallDisk = { folder: string; fill(): void; free(): void; unmount(): void };

/** @param inodes how many files and folders fit @returns undefined if this user may not mount anything */
export function mountSmallDisk(megabytes: number, inodes = 10_000): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-disk-'));
  const mounted =
    process.platform === 'linux' && run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m,nr_inodes=${inodes}`, 'none', folder);
  if (!mounted) {
    rmdirSync(folder);
    return undefined;
  }
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: () => writeUntilFull(ballast),
    free: () => rmSync(ballast, { force: true }),
    // Unmounted lazily, since a service that is killed at this moment may still have files open.
    unmount: undoAtEnd(() => {
      run('umount', '-l', folder);
      rmdirSync(folder);
    }),
  };
}

function run(...command: string[]): boolean {
  return Bun.spawnSync(command, { stdout: 'ignore', stderr: 'ignore' }).exitCode === 0;
}

/** Uses all free bytes, in ever smaller pieces. */
function writeUntilFull(path: string): void {
  const file = openSync(path, 'a');
  for (let size = 1024 * 1024; size >= 1; ) {
    try {
      writeSync(file, Buffer.alloc(size));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      size /= 4;
    }
  }
  closeSync(file);
}
