import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';

/** Turns of load on one artist, whose version must rise by one for every answer. */
export async function lostUpdates(url: string, workload: Workload) {
  const before = await versionOf(url, workload);
  let answered = 0;
  return {
    async turn(seconds: number): Promise<number> {
      const { answers, perSecond } = await closedLoop(url, workload, seconds);
      answered += answers;
      return perSecond;
    },
    /** Answered changes that the version does not count. The version may also count changes whose answer nobody waited for. */
    async lost(): Promise<number> {
      return Math.max(0, answered - ((await versionOf(url, workload)) - before));
    },
  };
}

/** The entity tag of an artist is its version in quotes. */
async function versionOf(url: string, { path }: Workload): Promise<number> {
  const { headers } = await fetch(url + path);
  return Number(/^"(\d+)/.exec(headers.get('etag') ?? '')?.[1]);
}
