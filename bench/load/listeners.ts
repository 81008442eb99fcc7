import { connect, type Socket } from 'node:net';

/**
 * `events`: the number that all listeners together received. `newest`: when the last event came, in ms since 1970. `p99`: of the times from
 * commit to arrival at one listener, in ms.
 */
export type Heard = { events: number; newest: number; p99: number };

/** Opens streams of changes and prints `open`. Reads until SIGTERM and until no event comes any more, then prints a `Heard`. */
const [port, listeners] = process.argv.slice(2).map(Number) as [number, number];
const idle = 1_000;
const mark = Buffer.from('\ndata: ');
/** Connections that are opened at once. */
const atOnce = 100;
if (import.meta.main) await listen();

async function listen(): Promise<void> {
  let events = 0;
  let newest = Date.now();
  const times: number[] = [];
  for (let count = 0; count < listeners; count += atOnce) {
    const sockets = await Promise.all(Array.from({ length: Math.min(atOnce, listeners - count) }, open));
    for (const [i, socket] of sockets.entries()) {
      let rest: Buffer = Buffer.alloc(0);
      socket.on('data', (bytes: Buffer) => {
        // A chunk may end within a mark.
        const before = events;
        events += marksIn(Buffer.concat([rest, bytes.subarray(0, mark.length - 1)])) + marksIn(bytes);
        rest = bytes.subarray(1 - mark.length);
        // Bytes without a mark are a comment, which the service sends to keep the stream open.
        if (events > before) newest = Date.now();
        if (count + i === 0)
          for (const [, at = ''] of bytes.toString('latin1').matchAll(/"at":"([^"]+)"/g)) times.push(Date.now() - Date.parse(at));
      });
    }
  }
  // The bench may send the signal as soon as it reads the line.
  const stopped = new Promise((resolve) => process.once('SIGTERM', resolve));
  console.log('open');
  await stopped;
  for (const end = Date.now(); Date.now() - Math.max(end, newest) < idle; ) await Bun.sleep(idle / 5);
  times.sort((a, b) => a - b);
  console.log(JSON.stringify({ events, newest, p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN } satisfies Heard));
  process.exit(0);
}

function marksIn(bytes: Buffer): number {
  let marks = 0;
  for (let index = bytes.indexOf(mark); index >= 0; index = bytes.indexOf(mark, index + 1)) marks++;
  return marks;
}

function open(): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('error', reject);
    socket.once('data', () => resolve(socket));
    socket.write('GET /api/v1/changes HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n\r\n');
  });
}
