import { readFileSync, statfsSync } from 'node:fs';

const memory = '/dev/shm';
/** The free space that a run of the tests needs there, in bytes. A run has used 2 GB. */
const needed = 6 * 2 ** 30;

/**
 * Places temporary files of this process and its children in memory, if this system has a file system in memory that runs programs and is
 * large enough. A new PostgreSQL database has 400 files: on a disk, creating them takes half a second of CPU time. No test of the suite
 * cuts the power; `test/faults/` does so on a disk.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR === undefined && isUsable()) process.env.TMPDIR = memory;
}

function isUsable(): boolean {
  try {
    const options = new RegExp(`^tmpfs ${memory} tmpfs (\\S+)`, 'm').exec(readFileSync('/proc/mounts', 'utf8'))?.[1];
    const { bavail, bsize } = statfsSync(memory);
    return options !== undefined && !options.split(',').includes('noexec') && bavail * bsize >= needed;
  } catch {
    // Not Linux.
    return false;
  }
}
