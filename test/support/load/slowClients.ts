import { connect } from 'node:net';

/**
 * Slow clients that keep a server busy, in a separate process: `bun slowClients.ts PORT KIND COUNT [PATH]`. A client that is cut off comes
 * back, until the process is ended. Prints once a second the number of connected clients.
 */
type Kind = 'heads' | 'bodies' | 'readers' | 'idle';

const [port, kind, count, path = '/'] = process.argv.slice(2) as [string, Kind, string, string?];
const host = 'Host: 127.0.0.1\r\n';
/** Between two bytes of a slow client, in ms. */
const pause = 1000;
/** A client that is cut off reconnects after a pause and a random time up to this, in ms, so that not all do at once. */
const spread = 5000;
/** New connections per ms. All are made before the first is cut off, on a busy machine too, whose timers are late. */
const pace = 4;
/** The most new connections at once: few enough for the backlog of the server's socket. */
const atOnce = 40;
/**
 * A client that reads nothing does not notice that it was cut off. It gives up after this time, in ms, much later than the server should
 * cut it off.
 */
const readersPatience = 30_000;

/** The bytes that each kind sends first, and then repeatedly. */
const payloads: Record<Kind, { first: string; more: string }> = {
  heads: { first: `GET ${path} HTTP/1.1\r\n${host}`, more: 'X-More: 1\r\n' },
  bodies: {
    first: `POST ${path} HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 20000\r\n\r\n{"name":"`,
    more: 'x',
  },
  readers: { first: `GET ${path} HTTP/1.1\r\n${host}\r\n`, more: '' },
  idle: { first: `GET ${path} HTTP/1.1\r\n${host}\r\n`, more: '' },
};
let connected = 0;

function open(): void {
  const socket = connect(Number(port), '127.0.0.1');
  const { first, more } = payloads[kind];
  const timer = more ? setInterval(() => socket.write(more), pause) : undefined;
  socket.on('connect', () => {
    connected++;
    if (first) socket.write(first);
    if (kind !== 'readers') return socket.resume();
    socket.pause();
    setTimeout(() => socket.destroy(), readersPatience);
  });
  // After a reset, 'close' follows.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(timer);
    connected--;
    setTimeout(open, pause + Math.random() * spread);
  });
}

setInterval(() => console.log(connected), 1000);
const start = performance.now();
for (let made = 0; made < Number(count); await Bun.sleep(1)) {
  const due = Math.min(Number(count), made + atOnce, Math.ceil((performance.now() - start) * pace));
  for (; made < due; made++) open();
}
