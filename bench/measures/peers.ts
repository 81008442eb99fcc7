import { copyStore } from '../catalogue/stores.ts';
import { closedLoop, openLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Missing, Row } from '../measure.ts';
import { express } from '../peers/express.ts';
import { fastify } from '../peers/fastify.ts';
import { go } from '../peers/go.ts';
import { jsonServer } from '../peers/jsonServer.ts';
import { type Peer, startPeer, type Work } from '../peers/peer.ts';
import { pocketbase } from '../peers/pocketbase.ts';
import { prism } from '../peers/prism.ts';
import { reasonOf } from '../reason.ts';
import { add, listDeep, readOne } from '../requests.ts';
import { type Contender, rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { rateRow } from './figures.ts';

export const peers: Measure = { ids: ['P13'], title: 'peers on the same work', run };

const all = [express, fastify, go, pocketbase, jsonServer, prism];
const works: Record<Work, string> = { get: 'GET one', list: 'list of 10 with total', post: 'POST' };

type Side = {
  name: string;
  url: string;
  slowPost?: true;
  work: Record<Work, Workload>;
  /** For each kind of work that failed: why. */
  failed: Map<Work, string>;
};

async function run(bench: Bench): Promise<(Row | Missing)[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const service = await startService({ database: `sqlite:${store.file}` });
  // Rockola would give its first page from memory, so it lists later pages. Peers list their first page, which costs them least.
  const work = { get: readOne(store), list: listDeep(store), post: add(store) };
  const ours: Side = { name: 'Rockola', ...service, work, failed: new Map() };
  const sides = new Map<Peer, Side | string>();
  for (const peer of all) {
    const started = await startPeer(peer, store, bench);
    sides.set(peer, typeof started === 'string' ? started : { ...started, ...(peer.slowPost && { slowPost: true }), failed: new Map() });
  }
  const running = [...sides.values()].filter((side) => typeof side !== 'string');
  const contenders = Object.fromEntries([ours, ...running].flatMap(contendersOf));
  const results = await rounds({ ...bench, seconds: Math.ceil(bench.seconds * 0.75) }, contenders);
  const [failure] = ours.failed.values();
  if (failure) throw new Error(failure);
  return all.flatMap((peer) => rowsOf(peer, sides.get(peer), results));
}

/** If a peer fails at a kind of work, the table names the reason, and the others go on. */
function contendersOf(side: Side): [string, Contender<number>][] {
  const turn = (kind: Work) => (seconds: number) =>
    rateOf(side, kind, seconds).catch((error) => {
      side.failed.set(kind, reasonOf(error));
      return Number.NaN;
    });
  return (Object.keys(works) as Work[]).map((kind) => [`${side.name}, ${works[kind]}`, turn(kind)]);
}

async function rateOf({ url, work, slowPost }: Side, kind: Work, seconds: number): Promise<number> {
  if (kind !== 'post' || !slowPost) return (await closedLoop(url, work[kind], seconds)).perSecond;
  const [result] = await openLoop(url, [{ workload: work[kind], connections: 1 }], seconds);
  return result?.perSecond ?? Number.NaN;
}

function rowsOf(peer: Peer, side: Side | string | undefined, results: Record<string, number[]>): (Row | Missing)[] {
  const { name, note, goal } = peer;
  if (typeof side !== 'object') return [{ id: 'P13', work: name, missing: side ?? 'not started' }];
  return (Object.keys(works) as Work[]).map((kind): Row | Missing => {
    const reason = side.failed.get(kind);
    if (reason) return { id: 'P13', work: `${works[kind]}, ${name}`, missing: reason };
    const ours = results[`Rockola, ${works[kind]}`] ?? [];
    const theirs = results[`${name}, ${works[kind]}`] ?? [];
    const against = `${name} (${Math.round(spreadOf(theirs).median)}/s)`;
    return { ...rateRow('P13', works[kind], ours, against, theirs, goal[kind]), ...(kind === 'post' && { note: `${name}: ${note}` }) };
  });
}
