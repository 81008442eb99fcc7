import { connect, createServer, type Socket } from 'node:net';

/** A way to a server that takes a while, as to a machine that is far away. */
export type SlowLink = {
  /** The address with that of the link in its place. */
  url: string;
  /** Round trips so far, of all connections: how often something was sent after the answer to what was sent before. */
  trips(): number;
  close(): void;
};

/** @param wait how long each direction takes, in ms */
export async function openSlowLink(address: string, wait: number): Promise<SlowLink> {
  const target = new URL(address);
  const sockets = new Set<Socket>();
  let trips = 0;

  /** What comes later leaves later: timers of one length go off in their order. */
  function relay(from: Socket, to: Socket, onData: () => void): void {
    sockets.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => {
      onData();
      setTimeout(() => to.write(bytes), wait);
    });
    from.on('error', () => {});
    from.on('close', () => {
      sockets.delete(from);
      setTimeout(() => to.destroy(), wait);
    });
  }

  const server = createServer((client) => {
    let answered = true;
    const upstream = connect({ port: Number(target.port), host: target.hostname });
    relay(client, upstream, () => {
      if (answered) trips++;
      answered = false;
    });
    relay(upstream, client, () => {
      answered = true;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(address);
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url: url.href,
    trips: () => trips,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
