import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Rockola } from '../../harness.ts';

/** What the process holds at a moment. */
export type Sample = {
  /** Of the monotonic clock, in ms. */
  at: number;
  /** Memory, log beside the store: bytes. */
  rss: number;
  log: number;
  files: number;
  sockets: number;
};

/** @returns undefined where this system does not tell */
export function missingProc(): string | undefined {
  return existsSync('/proc/self/fd') ? undefined : 'Linux (/proc)';
}

export function takeSample({ process: { pid }, folder }: Rockola): Sample {
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => targetOf(`/proc/${pid}/fd/${fd}`));
  const sockets = open.filter((target) => target.startsWith('socket:')).length;
  const rss = Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024;
  const log = statSync(join(folder, 'rockola.db-wal')).size;
  return { at: performance.now(), rss, log, files: open.length - sockets, sockets };
}

function targetOf(link: string): string {
  try {
    return readlinkSync(link);
  } catch {
    // Closed since the list was made.
    return 'socket:';
  }
}
