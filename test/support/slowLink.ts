import { connect, createServer, type Socket } from 'node:net';

/** A slow link to a server, as to a machine that is far away. */
export type SlowLink = {
  /** The server's address, with the host and port of the link. */
  url: string;
  /**
   * Starts to count round trips: how often a message followed the answer to an earlier one. The returned function gives those of the
   * busiest connection, which a request uses. Other connections serve jobs and the sequencer.
   */
  countTrips(): () => number;
  /** From now on each direction takes so many ms. */
  setWait(ms: number): void;
  /** Breaks all connections. */
  cut(): void;
  close(): void;
};

/** @param wait how long each direction takes at first, in ms */
export async function openSlowLink(address: string, wait: number): Promise<SlowLink> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  const counts: { trips: number }[] = [];

  function relay(from: Socket, to: Socket, onData: () => void): void {
    sockets.add(from);
    from.setNoDelay(true);
    /** A queue keeps the order, whichever timer fires first. */
    const queue: (string | Buffer)[] = [];
    from.on('data', (bytes) => {
      onData();
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
    const count = { trips: 0 };
    counts.push(count);
    const upstream = connect({ port: Number(target.port), host: target.hostname });
    relay(client, upstream, () => {
      if (answered) count.trips++;
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
    countTrips() {
      for (const count of counts) count.trips = 0;
      return () => Math.max(0, ...counts.map(({ trips }) => trips));
    },
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
