import { copyStore } from '../catalogue/stores.ts';
import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Missing, Row } from '../measure.ts';
import { go } from '../peers/go.ts';
import { startPeer } from '../peers/peer.ts';
import { pocketbase } from '../peers/pocketbase.ts';
import { cores, pinning } from '../processes.ts';
import { add, readOne } from '../requests.ts';
import { type Contender, rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { perSecond, rateRow } from './figures.ts';

export const wholeMachine: Measure = { ids: ['P14'], title: 'all cores', run };

type Kind = 'get' | 'post';
type Side = { name: string; url: string; work: Record<Kind, Workload> };
const works: Record<Kind, string> = { get: 'GET one', post: 'POST' };
const peers = [go, pocketbase];

/** The load takes one of the cores, so a machine with two cores shows little of the gain. */
async function run(bench: Bench): Promise<(Row | Missing)[]> {
  if (!pinning) return [{ id: 'P14', work: 'all cores', missing: 'there is only one' }];
  const usual = await bench.store(bench.sizes.usual);
  const work = { get: readOne(usual), post: add(usual) };
  const env = { ROCKOLA_THREADS: String(cores) };
  const allCores: Side = {
    name: 'all cores',
    work,
    ...(await startService({ database: `sqlite:${copyStore(usual).file}`, core: 'any', env })),
  };
  const oneCore: Side = { name: 'one core', work, ...(await startService({ database: `sqlite:${copyStore(usual).file}` })) };
  const peerSides = await Promise.all(peers.map(async (peer) => [peer.name, await startPeer(peer, usual, bench, 'any')] as const));
  const sides = [allCores, oneCore, ...peerSides.map(([, side]) => side).filter((side) => typeof side !== 'string')];
  const contenders = Object.fromEntries(sides.flatMap(contendersOf));
  const results = await rounds(bench, contenders);
  const rate = (name: string, kind: Kind) => perSecond(results[nameOf(name, kind)] ?? []);
  return (Object.keys(works) as Kind[]).flatMap((kind) => [
    row(kind, rate('all cores', kind), 'one core', rate('one core', kind), kind === 'get' ? 0.9 * cores : 1),
    ...peerSides.map(([name, side]) =>
      typeof side === 'string'
        ? { id: 'P14', work: `${works[kind]}, ${name}`, missing: side }
        : row(kind, rate('all cores', kind), `${name}, all cores`, rate(name, kind), 1),
    ),
  ]);
}

type Contest = Contender<Awaited<ReturnType<typeof closedLoop>>>;

function contendersOf({ name, url, work }: Side): [string, Contest][] {
  return (Object.keys(works) as Kind[]).map((kind) => [nameOf(name, kind), (seconds) => closedLoop(url, work[kind], seconds)]);
}

function nameOf(side: string, kind: Kind): string {
  return `${works[kind]}, ${side}`;
}

function row(kind: Kind, ours: number[], against: string, theirs: number[], atLeast: number): Row {
  const named = `${against} (${Math.round(spreadOf(theirs).median)}/s)`;
  return {
    ...rateRow('P14', `${works[kind]}, all ${cores} cores`, ours, named, theirs, atLeast),
    note: 'the load comes from one of these cores',
  };
}
