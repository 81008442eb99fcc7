import { type Rockola, startRockola } from '../support/harness.ts';
import type { Ledger } from '../support/ledger/ledger.ts';
import { judge } from '../support/ledger/verdict.ts';
import { addArtist, readArtist } from '../support/load/asks.ts';
import { type Comparison, compareReads, judgeReads } from '../support/load/bystander.ts';
import { type Ask, closedLoop, type LoadResult, openLoop } from '../support/load/loops.ts';
import { quantile } from '../support/load/steady.ts';
import { lacksProc, residentOf, watchMemory } from '../support/load/watch.ts';
import type { Fault } from './fault.ts';

/**
 * Rounds and durations, in s. Each round measures the capacity and then sends three times as many requests, since other work on the
 * machine may change the capacity.
 */
const scales = {
  ci: { rounds: 6, measure: 3, overload: 10 },
  long: { rounds: 30, measure: 5, overload: 30 },
};
const clients = 512;
const times = 3;
/** The share of the capacity that must remain under overload. */
const share = 0.8;
/** The time after the load within which reads must be as fast as on an idle server, in s. */
const recovery = 5;
/** The test waits this long for the recovery, in s, and then reports how long it took. */
const longest = 30;
/** Reads count as fast if their p99 is less than this many times that of an idle server. */
const slowdown = 2;
/** The most by which the memory may grow, in MiB. */
const maxGrowth = 512;

/**
 * Goodput is a share of the capacity measured right before; `recovered` is the second after the load when the p99 was normal, the median of
 * all rounds.
 */
type Overload = { kind: string; capacity: number; came: number; goodput: number; result: LoadResult; recovered: number; grown: number };

/** Three times as many requests as the server can handle, sent whether or not earlier ones were answered. */
export const overload: Fault = {
  id: 'F14',
  title: 'three times what the server can take',
  missing: lacksProc,
  async run(scale, say) {
    const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
    const ledger: Ledger = [];
    try {
      const writes = await overloadWith('creates', rockola, addArtist(rockola, ledger), scales[scale]);
      const all = [writes, await overloadWith('reads', rockola, readArtist(firstOf(ledger)), scales[scale])];
      say(all.map(describe).join('; '));
      const { lost, twice, stray } = await judge(ledger, rockola.sql);
      const hidden = await judge(ledger, async (sql) => (await rockola.sql(sql)).filter(({ id }) => String(id) !== firstOf(ledger)));
      return {
        did: `${scales[scale].rounds * scales[scale].overload} s of three times the measured capacity, of creates and of reads`,
        found: `${all.map(describe).join('; ')}; ${lost.length} of ${ledger.length} writes lost`,
        control: `one artist hidden from the judge: ${hidden.lost.length} write lost`,
        broken: [...lost, ...twice, ...stray, ...all.flatMap(judgement), ...(hidden.lost.length === 1 ? [] : ['the control did not fail'])],
      };
    } finally {
      await rockola.stop();
    }
  },
};

/** The first artist whose creation was acked. */
function firstOf(ledger: Ledger): string {
  return ledger.find(({ outcome }) => outcome === 'acked')?.id ?? '';
}

async function overloadWith(kind: string, rockola: Rockola, ask: Ask, { rounds, measure, overload }: Plan): Promise<Overload> {
  const port = Number(new URL(rockola.url).port);
  const { pid } = rockola.process;
  await closedLoop(port, ask, clients, measure);
  const reads = await compareReads(rockola);
  const before = residentOf(pid);
  const memory = watchMemory(pid);
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const best = await closedLoop(port, ask, clients, measure);
    const capacity = best.good / best.seconds;
    const result = await openLoop(port, ask, times * capacity, overload);
    all.push({ capacity, result, recovered: await recoveryOf(reads) });
  }
  await reads.stop();
  return { kind, ...summaryOf(all), grown: memory.stop() - before };
}

type Plan = (typeof scales)['ci'];
type Round = { capacity: number; result: LoadResult; recovered: number };

/** Medians of the rounds, and sums of the answers. */
function summaryOf(rounds: Round[]): Omit<Overload, 'kind' | 'grown'> {
  const median = (pick: (round: Round) => number) => quantile(rounds.map(pick), 0.5);
  const sum = (key: keyof LoadResult) => rounds.reduce((total, { result }) => total + result[key], 0);
  return {
    capacity: median(({ capacity }) => capacity),
    came: median(({ result }) => (result.sent + result.unsent) / result.seconds),
    goodput: median(({ capacity, result }) => result.good / result.seconds / capacity),
    result: {
      sent: sum('sent'),
      unsent: sum('unsent'),
      good: sum('good'),
      turnedAway: sum('turnedAway'),
      other: sum('other'),
      seconds: sum('seconds'),
    },
    recovered: median(({ recovered }) => recovered),
  };
}

/** @returns the second after the load in which reads were as fast as on an idle server */
async function recoveryOf(reads: Comparison): Promise<number> {
  for (let second = 1; second <= longest; second++) {
    if (judgeReads(await reads.watch(1), slowdown).length === 0) return second;
  }
  return Number.POSITIVE_INFINITY;
}

function judgement({ kind, goodput, result, recovered, grown }: Overload): string[] {
  const broken: string[] = [];
  if (goodput < share) broken.push(`${kind}: goodput ${goodput < share / 2 ? 'collapsed' : 'fell'} to ${percent(goodput)}`);
  if (result.other > 0) broken.push(`${kind}: ${result.other} were neither done nor turned away with 503 and Retry-After`);
  if (recovered > longest) broken.push(`${kind}: reads had not recovered ${longest} s after the load`);
  else if (recovered > recovery) broken.push(`${kind}: reads recovered only in second ${recovered} after the load`);
  if (grown > maxGrowth) broken.push(`${kind}: memory rose by ${grown.toFixed(0)} MiB`);
  return broken;
}

function describe({ kind, capacity, came, goodput, result, recovered, grown }: Overload): string {
  return `${kind}: ${Math.round(capacity)}/s at best; ${Math.round(came)}/s came, ${percent(goodput)} of the best was done, ${result.turnedAway} turned away, ${result.unsent} gave up; recovered in second ${recovered}, ${Math.round(grown)} MiB more`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
