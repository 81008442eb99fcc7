import { type Rockola, startRockola } from '../harness.ts';
import { requestOf } from './connection.ts';
import { startSteady, type Times } from './steady.ts';

/** The answers to simultaneous reads of the server under load and of a server without load. */
export type Compared = { loaded: Times; bystander: Times };

export type Comparison = {
  watch(seconds: number): Promise<Compared>;
  stop(): Promise<void>;
};

/** How many reads a second each server gets. */
export const readsASecond = 200;
/** How much the scheduler of a busy machine may delay a p99, in ms. */
const schedulerDelay = 5;

/**
 * Reads one artist at a fixed rate from a server under load and from a second server. Load generator, servers and other programs share the
 * cores, so the limit is a ratio of the two, not a time.
 */
export async function compareReads({ url }: Rockola): Promise<Comparison> {
  const other = await startRockola();
  const request = requestOf('GET', '/api/v1/artists/1001');
  const start = (address: string) => startSteady(Number(new URL(address).port), request, readsASecond);
  const [loaded, bystander] = await Promise.all([start(url), start(other.url)]);
  // The first requests are slow until the code is compiled.
  await Promise.all([loaded.watch(1), bystander.watch(1)]);
  return {
    async watch(seconds) {
      const [first, second] = await Promise.all([loaded.watch(seconds), bystander.watch(seconds)]);
      return { loaded: first, bystander: second };
    },
    async stop() {
      loaded.stop();
      bystander.stop();
      await other.stop();
    },
  };
}

/** @returns the faults: failed reads, or a p99 that is too large a multiple of the second server's */
export function judgeReads({ loaded, bystander }: Compared, slowdown: number): string[] {
  // No p99 includes reads that still wait.
  const missing = loaded.count + loaded.errors < bystander.count / 2;
  const slow = loaded.p99 > Math.max(slowdown * bystander.p99, schedulerDelay);
  return [
    ...(loaded.errors > 0 ? [`${loaded.errors} reads failed`] : []),
    ...(missing ? [`${loaded.count} reads were answered, by a second server at the same time ${bystander.count}`] : []),
    ...(slow ? [`p99 was ${loaded.p99.toFixed(1)} ms, of a second server at the same time ${bystander.p99.toFixed(1)} ms`] : []),
  ];
}

export function describeReads({ loaded, bystander }: Compared): string {
  return `reads p50 ${loaded.p50.toFixed(1)} ms, p99 ${loaded.p99.toFixed(1)} ms; of a second server at the same time ${bystander.p50.toFixed(1)} and ${bystander.p99.toFixed(1)} ms`;
}
