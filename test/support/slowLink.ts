import { connect, createServer, type Socket } from 'node:net';

/** A slow link to a server, as to a machine that is far away. */
export type SlowLink = {
  /** The server's address, with the host and port of the link. */
  url: string;
  /** Round trips so far, except those of the sequencer: how often a message followed the answer to an earlier one. */
  trips(): number;
  /** From now on each direction takes so many ms. */
  setWait(ms: number): void;
  /** Breaks all connections. */
  cut(): void;
  close(): void;
};

/** A statement that only the sequencer's connection sends: it polls by itself, and more often during a slow request. */
const ofNumbering = 'min(position) as first, min(at) as since';

/** @param wait how long each direction takes at first, in ms */
export async function openSlowLink(address: string, wait: number): Promise<SlowLink> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  const counts: { trips: number; numbers: boolean }[] = [];

  function relay(from: Socket, to: Socket, onData: (bytes: string | Buffer) => void): void {
    sockets.add(from);
    from.setNoDelay(true);
    /** A queue keeps the order, whichever timer fires first. */
    const queue: (string | Buffer)[] = [];
    from.on('data', (bytes) => {
      onData(bytes);
      queue.push(bytes);
      setTimeout(() => to.write(queue.shift() as string | Buffer), wait);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      setTimeout(() => to.destroy(), wait);
    });
  }

  const server = createServer((client) => {
    let answered = true;
    const count = { trips: 0, numbers: false };
    counts.push(count);
    const upstream = connect({ port: Number(target.port), host: target.hostname });
    relay(client, upstream, (bytes) => {
      if (answered) count.trips++;
      count.numbers ||= bytes.includes(ofNumbering);
      answered = false;
    });
    relay(upstream, client, () => {
      answered = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  const url = new URL(address);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    trips: () => counts.reduce((sum, { trips, numbers }) => sum + (numbers ? 0 : trips), 0),
    setWait(ms) {
      wait = ms;
    },
    cut,
    close() {
      cut();
      server.close();
    },
  };
}
