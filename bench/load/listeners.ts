import { connect, type Socket } from 'node:net';

/** `events`: received by some listeners in all. `p99`: of the times from commit to arrival at one of them, in ms. */
export type Heard = { events: number; p99: number };

/** Opens streams of changes and prints `open`. Reads until SIGTERM and until no event comes any more, then prints a `Heard`. */
const [port, listeners] = process.argv.slice(2).map(Number) as [number, number];
const idle = 500;
const mark = Buffer.from('\ndata: ');
if (import.meta.main) await listen();

async function listen(): Promise<void> {
  let events = 0;
  let newest = performance.now();
  const times: number[] = [];
  const sockets = await Promise.all(Array.from({ length: listeners }, open));
  for (const [i, socket] of sockets.entries()) {
    socket.on('data', (bytes: Buffer) => {
      const before = events;
      for (let at = bytes.indexOf(mark); at >= 0; at = bytes.indexOf(mark, at + 1)) events++;
      // Other streams get a comment at any time.
      if (events > before) newest = performance.now();
      if (i === 0) for (const [, at = ''] of bytes.toString('latin1').matchAll(/"at":"([^"]+)"/g)) times.push(Date.now() - Date.parse(at));
    });
  }
  console.log('open');
  await new Promise((resolve) => process.once('SIGTERM', resolve));
  while (performance.now() - newest < idle) await Bun.sleep(idle / 5);
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({ events, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN } satisfies Heard));
  process.exit(0);
}

/** An event that is cut in two pieces is counted by its second line alone, or not at all: one in some thousand. */
function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', () => resolve(socket));
    socket.write('GET /api/v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n');
  });
}
