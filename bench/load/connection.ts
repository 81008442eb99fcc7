/** A connection that carries one request at a time, written and read as bytes: a client that costs little itself. */
export type Connection = {
  /** Sends the text of a request. @returns the status of its answer, once all of that has come */
  ask(request: string): Promise<number>;
  close(): void;
};

export function openConnections(url: URL, count: number): Promise<Connection[]> {
  return Promise.all(Array.from({ length: count }, () => openConnection(url)));
}

async function openConnection({ hostname, port }: URL): Promise<Connection> {
  let waiting: PromiseWithResolvers<number> | undefined;
  let received = '';
  const fail = (reason: string) => waiting?.reject(new Error(`the connection ${reason} before its answer`));
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, chunk) {
        received += chunk.toString('latin1');
        const status = completeStatus(received);
        if (status === undefined) return;
        received = '';
        waiting?.resolve(status);
      },
      close: () => fail('was closed'),
      error: (_, error) => fail(`failed (${error.message})`),
    },
  });
  return {
    ask(request) {
      waiting = Promise.withResolvers();
      socket.write(request);
      return waiting.promise;
    },
    close: () => socket.end(),
  };
}

/** The status of an answer (RFC 9112) that has come as a whole, else undefined. */
function completeStatus(received: string): number | undefined {
  const end = received.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const status = Number(received.slice(9, 12));
  if (status === 304 || status === 204) return status;
  const head = received.slice(0, end);
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  const complete = length === undefined ? received.endsWith('\r\n0\r\n\r\n') : received.length >= end + 4 + Number(length);
  return complete ? status : undefined;
}
