import type { Sample } from './sample.ts';
import { type Slope, slopeOf } from './slope.ts';
import { senders, type Watched } from './watch.ts';

/** The measurement must exclude a leak of one answer in `leakEvery`. */
export type Judged = { leakEvery: number };

/** The size to which the service cuts its log, plus one transaction, in bytes. */
const longestLog = 68 * 1024 * 1024;
/**
 * How much the memory in RAM may grow without a leak, in bytes: 16 MiB while it warms up, and SQLite's page cache of 32 MiB, which fills
 * with the store. With a cache of 2 MiB, 9 minutes of this traffic added nothing.
 */
const warmUp = (16 + 32) * 1024 * 1024;
/** Connections of clients and the pool without a request under way. */
const spareSockets = 32;

/**
 * If one answer in `leakEvery` leaked, memory would grow by most of their bytes. The heaps of the threads that answer requests are known
 * exactly after a garbage collection, so such a leak must be excluded there with 99 % certainty, over all measurements together. Memory in
 * RAM varies by megabytes; only growth beyond doubt, and beyond the warm-up, counts there.
 */
export function judge(watched: Watched, judged: Judged): string[] {
  const all = [...watched.earlier, ...watched.samples];
  const sockets = largest(all, ({ sockets }) => sockets);
  const log = largest(all, ({ log }) => log);
  return [
    ...faultsOfAnswers(watched),
    ...growthSeen(watched, judged),
    ...(sockets > senders + spareSockets ? [`${sockets} open sockets for ${senders} clients`] : []),
    ...(log > longestLog ? [`a log of ${log} bytes`] : []),
  ];
}

/** A sentence for each value that grows, or whose growth cannot be excluded. */
export function growthSeen(watched: Watched, { leakEvery }: Judged): string[] {
  const { samples } = watched;
  const leak = leakOf(watched, leakEvery);
  const heap = growth(samples, 'heap');
  const resident = growth(samples, 'resident');
  return [
    ...(heap.perSecond + heap.margin > leak
      ? [`a leak of one answer in ${leakEvery} is not excluded: ${describeGrowth(watched, { leakEvery })}`]
      : []),
    ...(resident.perSecond - resident.margin > leak && resident.perSecond * watched.seconds > warmUp
      ? [`resident memory grows by ${inKb(resident)}`]
      : []),
    ...(moreFiles(samples) > 0 ? [`${moreFiles(samples)} more open files at the end`] : []),
  ];
}

/** Whether a leak is detected: the heap grows beyond doubt, by as much as the leak may add, and more files are open. */
export function leakSeen(watched: Watched, { leakEvery }: Judged): boolean {
  const { perSecond, margin } = growth(watched.samples, 'heap');
  return perSecond - margin > 0 && perSecond + margin > leakOf(watched, leakEvery) && moreFiles(watched.samples) > 0;
}

/** Requests by their outcomes, none left out, and the state of the program. */
export function describe(name: string, watched: Watched, judged: Judged): { did: string; found: string } {
  const { samples, earlier, statuses, seconds, asked, answers } = watched;
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status || 'no answer'}`);
  const inMb = (bytes: number) => Math.round(bytes / 1024 / 1024);
  const log = largest([...earlier, ...samples], ({ log }) => log);
  return {
    did: `${name}: ${Math.round(answers / seconds)} requests a second done of ${Math.round(asked)} asked for (${counts.join(', ')})`,
    found: `${name}: ${describeGrowth(watched, judged)}; resident ${inMb(samples[0]?.resident ?? 0)} MiB, at the end ${inMb(samples.at(-1)?.resident ?? 0)}, ${inKb(growth(samples, 'resident'))}; ${samples.at(-1)?.files} files open${log ? `; log at most ${inMb(log)} MiB` : ''}`,
  };
}

export function describeGrowth(watched: Watched, { leakEvery }: Judged): string {
  const leak = (leakOf(watched, leakEvery) / 1024).toFixed(1);
  return `heap ${inKb(growth(watched.samples, 'heap'))}, where one answer in ${leakEvery} would be ${leak}`;
}

/** The least share of an answer's bytes that a leaked one takes: the same program with a leak grew by 0.91 of them. */
const heldOfAnswer = 0.8;

/** The least growth of memory with a leak, in bytes a second. */
function leakOf({ bytes, seconds }: Watched, leakEvery: number): number {
  return (heldOfAnswer * bytes) / seconds / leakEvery;
}

/** 404 is the answer for a record that another client has just deleted. */
function faultsOfAnswers({ statuses }: Watched): string[] {
  return [...statuses]
    .filter(([status]) => ![200, 201, 204, 404].includes(status))
    .map(([status, times]) => `${times} answers ${status || 'missing'}`);
}

function growth(samples: Sample[], name: 'heap' | 'resident'): Slope {
  return slopeOf(samples.map((sample) => ({ at: sample.at, value: sample[name] })));
}

/** A descriptor that is open for a moment, such as while the process counts its own descriptors, is no leak. */
function moreFiles(samples: Sample[]): number {
  const third = Math.floor(samples.length / 3);
  const fewest = (part: Sample[]) => Math.min(...part.map(({ files }) => files));
  return fewest(samples.slice(-third)) - fewest(samples.slice(0, third));
}

function largest(samples: Sample[], numberOf: (sample: Sample) => number): number {
  return Math.max(...samples.map(numberOf));
}

function inKb({ perSecond, margin }: Slope): string {
  return `${(perSecond / 1024).toFixed(1)} ± ${(margin / 1024).toFixed(1)} KiB a second`;
}
