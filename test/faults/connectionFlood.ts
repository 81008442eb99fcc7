import { readFileSync } from 'node:fs';
import { type Rockola, startRockola } from '../support/harness.ts';
import { type Helper, reached, startHelper } from '../support/load/helper.ts';
import { quantile } from '../support/load/steady.ts';
import { lacksProc, residentOf, socketsOf } from '../support/load/watch.ts';
import type { Fault, Scale } from './fault.ts';
import { until } from './until.ts';

/** The number of clients that connect, send one request and then stay silent, and the number of rounds. */
const scales = {
  ci: { count: 10_000, floods: 1, seconds: 20 },
  long: { count: 10_000, floods: 10, seconds: 20 },
};
/** /livez may be this much slower than /livez of an idle bystander at the same time, in ms. */
const patience = 100;
/** The same for a new client if descriptors are scarce, in ms. */
const scarcePatience = 2_000;
/** Connections and memory are released within this time after a flood, in ms; a busy machine gets six times as long. */
const settling = 10_000;
const longest = 6 * settling;
/** Memory may stay this much above its start, in MiB: allocators do not return all. */
const keptMemory = 64;

type Flood = Record<'held' | 'slowest' | 'bystander' | 'errors' | 'memory' | 'settled' | 'open' | 'kept', number>;

/** Clients that connect, send one request, stay silent, and come back when they are cut off. */
export const connectionFlood: Fault = {
  id: 'F8',
  title: 'a flood of idle connections',
  missing: () => lacksProc() ?? lacksDescriptors(scales.ci.count),
  async run(scale, say) {
    const { count, floods } = scales[scale];
    const rockola = await startRockola();
    const bystander = await startRockola();
    const seen: Flood[] = [];
    try {
      for (let i = 0; i < floods; i++) {
        seen.push(await flood(rockola, bystander, scale));
        say(JSON.stringify(seen.at(-1)));
      }
      const worst = (pick: (flood: Flood) => number) => Math.round(Math.max(...seen.map(pick)));
      const [scarce, held] = [await floodPastLimit(bystander), await heldByBare()];
      return {
        did: `${floods} × ${count} connections that ask once, then say nothing, and come back when cut off`,
        found: `${worst(({ held }) => held)} held at most, with ${worst(({ memory }) => memory)} MiB; /livez within ${worst(({ slowest }) => slowest)} ms (p99), of a second server at the same time ${worst(({ bystander }) => bystander)} ms; all given back after ${worst(({ settled }) => settled)} ms, ${worst(({ kept }) => kept)} MiB more than before; with 300 descriptors for 400 such connections /livez took ${scarce.own.toFixed(0)} ms, of a second server ${scarce.bystander.toFixed(0)} ms`,
        control: `without limits ${held} of 100 were still held after 20 s`,
        broken: [
          ...seen.flatMap(judgement),
          ...(held === 0 ? ['the control did not fail'] : []),
          ...(scarce.own > scarcePatience + scarce.bystander ? [`where descriptors are scarce ${liveText(scarce.own)}`] : []),
        ],
      };
    } finally {
      await Promise.all([rockola.stop(), bystander.stop()]);
    }
  },
};

async function flood({ process: { pid }, url }: Rockola, bystander: Rockola, scale: Scale): Promise<Flood> {
  const { count, seconds } = scales[scale];
  const before = { sockets: socketsOf(pid).size, memory: residentOf(pid) };
  let held = 0;
  const sample = () => {
    const now = socketsOf(pid).size - before.sockets;
    held = Math.max(held, now);
    return now;
  };
  const idlers = await startIdlers(new URL(url).port, count, sample);
  const own: number[] = [];
  const others: number[] = [];
  let memory = 0;
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await Bun.sleep(50)) {
    own.push(await timeLive(url));
    others.push(await timeLive(bystander.url));
    if (own.length % 20 !== 1) continue;
    sample();
    memory = Math.max(memory, residentOf(pid));
  }
  await idlers.end();
  const answered = own.filter((ms) => ms < Number.POSITIVE_INFINITY);
  const latencies = { slowest: quantile(answered, 0.99), bystander: quantile(others, 0.99), errors: own.length - answered.length };
  return { held, memory, ...latencies, ...(await waitForRelease(pid, before)) };
}

/**
 * Starts clients, and waits until the server holds all of them. If the machine pauses meanwhile, the server cuts off the first before the last
 * has come: then the clients start anew, once it holds none.
 *
 * @param held counts the connections that the server holds
 */
async function startIdlers(port: string, count: number, held: () => number, tries = 3): Promise<Helper> {
  const idlers = startHelper('slowClients.ts', port, 'idle', count, '/livez');
  try {
    // The system completes a handshake before the server accepts the connection.
    await until(() => Number(idlers.said()) >= count && held() >= count, 'there is no flood', 20_000);
    return idlers;
  } catch (error) {
    await idlers.end();
    if (tries === 1 || !String(error).includes('there is no flood')) throw error;
    await until(() => held() <= 0, 'the connections of the last try are still held', longest);
    return startIdlers(port, count, held, tries - 1);
  }
}

/** @returns the duration of one request to /livez on a new connection, in ms, or infinity where it failed */
async function timeLive(url: string): Promise<number> {
  const start = performance.now();
  const { ok } = await fetch(`${url}/livez`, { keepalive: false, signal: AbortSignal.timeout(10_000) }).catch(() => ({ ok: false }));
  return ok ? performance.now() - start : Number.POSITIVE_INFINITY;
}

async function waitForRelease(pid: number, before: { sockets: number; memory: number }): Promise<Pick<Flood, 'settled' | 'open' | 'kept'>> {
  const end = performance.now();
  while (socketsOf(pid).size > before.sockets && performance.now() - end < longest) await Bun.sleep(50);
  while (residentOf(pid) > before.memory + keptMemory && performance.now() - end < longest) await Bun.sleep(50);
  return { settled: performance.now() - end, open: socketsOf(pid).size - before.sockets, kept: residentOf(pid) - before.memory };
}

function judgement({ slowest, bystander, errors, settled, open, kept }: Flood): string[] {
  const broken: string[] = [];
  if (errors > 0) broken.push(`/livez failed ${errors} times`);
  if (slowest > patience + bystander) broken.push(`/livez took ${slowest.toFixed(0)} ms`);
  if (open > 0) broken.push(`${open} connections were not given back`);
  if (kept > keptMemory) broken.push(`${kept.toFixed(0)} MiB were not given back`);
  if (settled > settling) broken.push(`connections and memory were given back only after ${Math.round(settled)} ms`);
  return broken;
}

/** The slowest request to /livez of the server under load and of the bystander, in ms. */
type Scarce = { own: number; bystander: number };

const liveText = (ms: number) => (Number.isFinite(ms) ? `/livez took ${ms.toFixed(0)} ms` : 'a request to /livez failed');

/** More connections than descriptors. */
async function floodPastLimit(bystander: Rockola): Promise<Scarce> {
  const rockola = await startRockola({}, { wrapper: ['prlimit', '--nofile=300:300'] });
  const idlers = startHelper('slowClients.ts', new URL(rockola.url).port, 'idle', 400, '/livez');
  const own: number[] = [];
  const others: number[] = [];
  for (let i = 0; i < 20; i++) {
    await Bun.sleep(500);
    own.push(await timeLive(rockola.url));
    others.push(await timeLive(bystander.url));
  }
  await idlers.end();
  await rockola.stop();
  return { own: Math.max(...own), bystander: Math.max(...others) };
}

/** The control: a server without limits keeps the silent connections. */
async function heldByBare(): Promise<number> {
  const bare = startHelper('bareServer.ts');
  const port = await reached(bare, 1);
  const before = socketsOf(bare.pid).size;
  const idlers = startHelper('slowClients.ts', port, 'idle', 100);
  await reached(idlers, 100);
  const first = socketsOf(bare.pid);
  await Bun.sleep(20_000);
  const held = [...socketsOf(bare.pid)].filter((socket) => first.has(socket)).length - before;
  await Promise.all([idlers.end(), bare.end()]);
  return held;
}

/** Both ends of all connections are in processes of this machine, which inherit the limit. */
function lacksDescriptors(count: number): string | undefined {
  const limit = Number(/^Max open files\s+\d+\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]);
  return limit < count + 500 ? `more open files for a process: ulimit -n ${count + 500}` : undefined;
}
