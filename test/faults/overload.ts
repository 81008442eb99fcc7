import { type Rockola, startRockola } from '../harness.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { judge } from '../ledger/verdict.ts';
import { addArtist, readArtist } from '../load/asks.ts';
import { type Comparison, compareReads, judgeReads } from '../load/bystander.ts';
import { type Ask, closedLoop, openLoop, type Told } from '../load/loops.ts';
import { lacksProc, residentOf, watchMemory } from '../load/watch.ts';
import type { Fault, Scale } from './fault.ts';

/** How long the capacity is measured and how long three times of it are offered, in s. */
const scales = { short: { measure: 1, overload: 1 }, ci: { measure: 5, overload: 60 }, long: { measure: 20, overload: 900 } };
const clients = 64;
const times = 3;
/** Of the capacity, what is still done under overload. */
const share = 0.8;
/** The p99 of reads is what it is beside an idle server within this many seconds after the load. */
const recovery = 5;
const slowdown = 2;
const maxGrowth = 512;

type Overload = { what: string; capacity: number; told: Told; recovered: number; grown: number };

/** Three times as many requests as the server can take, who come whatever becomes of those before. */
export const overload: Fault = {
  id: 'F14',
  title: 'three times what the server can take',
  missing: lacksProc,
  async run(scale, say) {
    const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
    const ledger: Ledger = [];
    try {
      const writes = await overloadWith('creates', rockola, addArtist(rockola, ledger), scales[scale]);
      const all = [writes];
      if (scale !== 'short') {
        const id = ledger.find(({ outcome }) => outcome === 'acked')?.id ?? '';
        all.push(await overloadWith('reads', rockola, readArtist(id), scales[scale]));
      }
      say(all.map(describe).join('; '));
      const { lost, twice, stray } = await judge(ledger, rockola.sql);
      return {
        did: `${scales[scale].overload} s of three times the measured capacity, of creates${scale === 'short' ? '' : ' and of reads'}`,
        found: `${all.map(describe).join('; ')}; ${lost.length} of ${ledger.length} writes lost`,
        control: '',
        broken: [...lost, ...twice, ...stray, ...all.flatMap((one) => judgement(one, scale))],
      };
    } finally {
      await rockola.stop();
    }
  },
};

async function overloadWith(what: string, rockola: Rockola, ask: Ask, seconds: (typeof scales)['ci']): Promise<Overload> {
  const port = Number(new URL(rockola.url).port);
  const { pid } = rockola.process;
  await closedLoop(port, ask, clients, seconds.measure);
  const measured = await closedLoop(port, ask, clients, seconds.measure);
  const capacity = measured.good / measured.seconds;
  const reads = await compareReads(rockola);
  const before = residentOf(pid);
  const memory = watchMemory(pid);
  const told = await openLoop(port, ask, times * capacity, seconds.overload);
  const grown = memory.stop() - before;
  const recovered = await recoveryOf(reads);
  await reads.stop();
  return { what, capacity, told, recovered, grown };
}

/** @returns the second after the load in which reads were answered as by an idle server */
async function recoveryOf(reads: Comparison): Promise<number> {
  for (let second = 1; second <= recovery; second++) {
    if (judgeReads(await reads.watch(1), slowdown).length === 0) return second;
  }
  return Number.POSITIVE_INFINITY;
}

function judgement({ what, capacity, told, recovered, grown }: Overload, scale: Scale): string[] {
  const broken: string[] = [];
  const goodput = told.good / told.seconds / capacity;
  // A second beside other tests says nothing about speed.
  if (scale !== 'short' && goodput < share) broken.push(`${what}: goodput fell to ${percent(goodput)}`);
  if (told.other > 0) broken.push(`${what}: ${told.other} were neither done nor turned away with 503 and Retry-After`);
  if (recovered > recovery) broken.push(`${what}: reads had not recovered ${recovery} s after the load`);
  if (grown > maxGrowth) broken.push(`${what}: memory rose by ${grown.toFixed(0)} MiB`);
  return broken;
}

function describe({ what, capacity, told, recovered, grown }: Overload): string {
  const { sent, unsent, good, away, seconds } = told;
  return `${what}: ${Math.round(capacity)}/s at best; ${Math.round((sent + unsent) / seconds)}/s came, ${percent(good / seconds / capacity)} of the best was done, ${away} turned away, ${unsent} gave up; recovered in second ${recovered}, ${Math.round(grown)} MiB more`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
