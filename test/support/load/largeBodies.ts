import type { Socket } from 'bun';

/**
 * Clients that each send all but the last byte of a mebibyte, and reconnect when they are cut off: `bun largeBodies.ts PORT CONNECTIONS`.
 * Prints the number of refusals once a second.
 */
const [port, connections] = process.argv.slice(2).map(Number) as [number, number];
const announced = 1024 * 1024;
const head = `POST /api/v1/artists HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`;
const bytes = Buffer.from(head + ' '.repeat(announced - 1));
let turnedAway = 0;

function open(): void {
  let sent = 0;
  const send = (socket: Socket) => {
    sent += Math.max(0, socket.write(bytes.subarray(sent)));
  };
  const again = () => void setTimeout(open, 20);
  Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: send,
      drain: send,
      data(_, reply) {
        if (reply.toString('latin1').startsWith('HTTP/1.1 503')) turnedAway++;
      },
      close: again,
      error() {},
    },
  }).catch(again);
}

setInterval(() => console.log(turnedAway), 1000);
for (let i = 0; i < connections; i++) open();
