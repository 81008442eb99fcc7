import { heapSize } from 'bun:jsc';
import { readFileSync } from 'node:fs';

/**
 * The memory of a program after a garbage collection, in bytes: the heaps of the threads that answer requests, and all its memory in RAM.
 * Pages of files, such as the runtime itself, are excluded, since they are loaded with use.
 */
export type Held = { heap: number; resident: number };

const name = 'rockola-heaps';
const look = 'look';
/** How long a thread may take to report its memory, in ms. */
const patience = 10_000;

/** Answers with the memory of the program; its address is printed on standard error. */
export function openProbe(): void {
  const others = Number(process.env.ROCKOLA_THREADS ?? '1') - 1;
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch() {
      Bun.gc(true);
      const heaps = [heapSize(), ...(await heapsOf(others))];
      return Response.json({ heap: heaps.reduce((a, b) => a + b), resident: residentOwn() } satisfies Held);
    },
  });
  process.stderr.write(`Probe ${server.url}\n`);
}

/** Sends the memory of another thread to the probe. */
export function answerProbe(): void {
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }) => {
    if (data !== look) return;
    Bun.gc(true);
    channel.postMessage(heapSize());
  };
}

async function heapsOf(threads: number): Promise<number[]> {
  if (threads === 0) return [];
  const channel = new BroadcastChannel(name);
  const { promise, resolve } = Promise.withResolvers<number[]>();
  const heaps: number[] = [];
  channel.onmessage = ({ data }) => {
    if (typeof data === 'number' && heaps.push(data) === threads) resolve(heaps);
  };
  channel.postMessage(look);
  const late = Bun.sleep(patience).then(() => Promise.reject(new Error('a thread did not report its memory')));
  await Promise.race([promise, late]).finally(() => channel.close());
  return heaps;
}

function residentOwn(): number {
  return 1024 * Number(/^RssAnon:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]);
}
