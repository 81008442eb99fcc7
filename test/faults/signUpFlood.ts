import { startRockola } from '../support/harness.ts';
import { compareReads, describeReads, judgeReads, readsASecond } from '../support/load/bystander.ts';
import { requestOf } from '../support/load/connection.ts';
import type { FloodSecond } from '../support/load/flood.ts';
import { type Helper, reached, startHelper } from '../support/load/helper.ts';
import { quantile, startSteady } from '../support/load/steady.ts';
import { lacksProc, residentOf, watchMemory } from '../support/load/watch.ts';
import { bodies, floodBodies } from './bodyFlood.ts';
import type { Fault } from './fault.ts';

/** The duration of the flood, in s. */
const scales = { ci: 30, long: 600 };
const connections = 500;
const slowdown = 3;
/** How much longer a refusal may take than a read from the second server, which has no load meanwhile, in ms. */
const patience = 50;
/** The memory of argon2 for each password that is hashed at the same time, in MiB. */
const memoryOfHash = 19;
/** The goal for memory under load (P10 in docs/performance.md), in MiB. */
const memoryUnderLoad = 200;
/** The memory of each further thread that answers requests, in MiB. */
const memoryOfThread = 40;

/** Clients that sign up on many connections, and again as soon as they are refused; then some with the largest bodies. */
export const signUpFlood: Fault = {
  id: 'F13',
  title: 'a flood of sign-ups',
  missing: lacksProc,
  async run(scale, say) {
    const seconds = scales[scale];
    const rockola = await startRockola({}, { costlyHashes: true });
    try {
      // The goal is for a service in use: the first start creates the starter catalogue, whose 25 MiB stay until the next start.
      await rockola.end();
      await rockola.restart();
      const { pid } = rockola.process;
      const reads = await compareReads(rockola);
      const idle = residentOf(pid);
      const flood = startHelper('flood.ts', new URL(rockola.url).port, connections);
      const peak = watchMemory(pid);
      const stopGathering = gather(flood);
      const compared = await reads.watch(seconds);
      const all = stopGathering();
      await Promise.all([flood.end(), reads.stop()]);
      const underLoad = peak.stop();
      say(describeReads(compared));
      const { peak: withBodies, turnedAway } = await floodBodies(rockola, seconds / 3);
      say(`${turnedAway} bodies turned away`);
      const bare = await bareReads();
      return {
        did: `sign-ups on ${connections} connections for ${seconds} s, again at once when turned away, with ${readsASecond} reads a second; then ${bodies} sign-ups whose bodies have 1 MiB and never end`,
        found: `${describeReads(compared)}; ${describe(all)}; ${Math.round(idle)} MiB idle, at most ${Math.round(underLoad)}; with the large bodies ${Math.round(withBodies)}, ${turnedAway} of them turned away`,
        control: `a server that hashes on its only thread: reads p99 ${bare.quiet.toFixed(1)} ms idle, in the flood ${Number.isFinite(bare.busy) ? `${bare.busy.toFixed(1)} ms` : 'none was answered'}`,
        broken: [
          ...judgeFlood(all),
          ...judgeMemory(underLoad),
          ...judgeMemory(withBodies),
          ...judgeReads(compared, slowdown),
          ...judgeWaits(all, compared.bystander.p99),
          ...(bare.busy <= slowdown * bare.quiet ? ['the control did not fail'] : []),
        ],
      };
    } finally {
      await rockola.stop();
    }
  },
};

/** @returns the p99 of reads of a server without a pool for hashing, in ms */
async function bareReads(): Promise<{ quiet: number; busy: number }> {
  const bare = startHelper('bareServer.ts');
  const port = await reached(bare, 1);
  const steady = await startSteady(port, requestOf('GET', '/'), readsASecond);
  await steady.watch(1);
  const quiet = (await steady.watch(3)).p99;
  const flood = startHelper('flood.ts', port, connections);
  const busy = (await steady.watch(5)).p99;
  steady.stop();
  await Promise.all([flood.end(), bare.end()]);
  return { quiet, busy };
}

function gather(flood: Helper): () => FloodSecond[] {
  const all = new Map<number, FloodSecond>();
  const timer = setInterval(() => {
    if (flood.said() === '') return;
    const latest: FloodSecond = JSON.parse(flood.said());
    all.set(latest.second, latest);
  }, 100);
  return () => {
    clearInterval(timer);
    return [...all.values()];
  };
}

function describe(perSecond: FloodSecond[]): string {
  return `${sum(perSecond, 'created')} let in, ${sum(perSecond, 'turnedAway')} turned away within ${waitOf(perSecond).toFixed(0)} ms (p99)`;
}

function judgeFlood(perSecond: FloodSecond[]): string[] {
  const broken: string[] = [];
  if (sum(perSecond, 'created') === 0) broken.push('nobody was let in');
  if (sum(perSecond, 'turnedAway') === 0) broken.push('nobody was turned away: no flood');
  if (sum(perSecond, 'other') > 0) broken.push(`${sum(perSecond, 'other')} were neither let in nor turned away with 503`);
  if (sum(perSecond, 'noRetryAfter') > 0) broken.push(`${sum(perSecond, 'noRetryAfter')} were turned away without Retry-After`);
  return broken;
}

/** @param delay the duration of a read from the second server, in ms */
function judgeWaits(perSecond: FloodSecond[], delay: number): string[] {
  return waitOf(perSecond) > patience + delay ? [`to be turned away took ${waitOf(perSecond).toFixed(0)} ms (p99)`] : [];
}

function judgeMemory(resident: number): string[] {
  const atOnce = Math.max(1, navigator.hardwareConcurrency - 1);
  const furtherThreads = Number(process.env.TEST_THREADS ?? '1') - 1;
  const bound = memoryUnderLoad + atOnce * memoryOfHash + furtherThreads * memoryOfThread;
  return resident > bound ? [`memory rose to ${resident.toFixed(0)} MiB, more than ${bound}`] : [];
}

function sum(perSecond: FloodSecond[], name: Exclude<keyof FloodSecond, 'second' | 'waitP99'>): number {
  return perSecond.reduce((total, second) => total + second[name], 0);
}

/** The median of the p99 of each second, in ms. */
function waitOf(perSecond: FloodSecond[]): number {
  return quantile(
    perSecond.map(({ waitP99 }) => waitP99),
    0.5,
  );
}
