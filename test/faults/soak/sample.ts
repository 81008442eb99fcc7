import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Rockola } from '../../support/harness.ts';
import { openOf } from '../../support/load/watch.ts';
import type { Held } from './probe.ts';

/** The state of the process at one time; in bytes. */
export type Sample = Held & {
  /** The time of the monotonic clock, in ms. */
  at: number;
  /** The size of the write-ahead log, 0 if there is none. */
  log: number;
  files: number;
  sockets: number;
};

/** @param probe the address at which the service reports its memory */
export async function takeSample({ process: { pid }, folder }: Rockola, probe: string): Promise<Sample> {
  const held = (await (await fetch(probe)).json()) as Held;
  const open = openOf(pid);
  const sockets = open.filter((target) => target.startsWith('socket:')).length;
  const log = statSync(join(folder, 'rockola.db-wal'), { throwIfNoEntry: false })?.size ?? 0;
  return { ...held, at: performance.now(), log, files: open.length - sockets, sockets };
}
