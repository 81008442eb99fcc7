import { startHelper } from './helper.ts';

/** The sockets of a server: the number now, the largest number, the longest duration in s; and the peak of memory in MiB. */
export type Held = { held: number; maxHeld: number; longest: number; memory: number };

export type SocketWatch = { now(): Held; end(): Promise<void> };

/** Starts to watch the sockets that a process opens from now on. */
export async function watchSockets(pid: number): Promise<SocketWatch> {
  const helper = startHelper('socketAges.ts', pid);
  while (helper.said() === '') await Bun.sleep(10);
  return { now: () => JSON.parse(helper.said()), end: helper.end };
}
