import { startHelper } from './helper.ts';

/** What a server held: sockets now and at most, the longest that one was held in s, the most memory in MiB. */
export type Held = { held: number; most: number; longest: number; memory: number };

export type SocketWatch = { now(): Held; end(): Promise<void> };

/** Begins to watch the sockets that a process opens from now on. */
export async function watchSockets(pid: number): Promise<SocketWatch> {
  const helper = startHelper('socketAges.ts', pid);
  while (helper.said() === '') await Bun.sleep(10);
  return { now: () => JSON.parse(helper.said()), end: helper.end };
}
