import { connect, createServer, type Socket } from 'node:net';

/** The port of a load balancer, which leads to the current primary. */
export type LeaderPort = {
  port: number;
  /** Cuts every connection. New connections lead to another server, or nowhere. */
  pointTo(port: number | undefined): void;
  /** Forwards nothing and closes nothing, as if the machine had vanished from the network. */
  freeze(): void;
  close(): void;
};

export async function openLeaderPort(first: number): Promise<LeaderPort> {
  let target: number | undefined = first;
  let frozen = false;
  const sockets = new Set<Socket>();

  function join(from: Socket, to: Socket): void {
    sockets.add(from);
    from.on('data', (bytes) => frozen || to.write(bytes));
    from.on('error', () => {});
    from.on('close', () => {
      if (frozen) return;
      sockets.delete(from);
      to.destroy();
    });
  }

  const server = createServer((client) => {
    client.on('error', () => {});
    if (frozen) return void sockets.add(client);
    if (target === undefined) return void client.destroy();
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true });
    client.setNoDelay(true);
    join(client, upstream);
    join(upstream, client);
  });
  const cut = () => {
    frozen = false;
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    pointTo(port) {
      target = port;
      cut();
    },
    freeze() {
      frozen = true;
    },
    close() {
      cut();
      server.close();
    },
  };
}
