import { type Connection, fieldOf, openConnection, type Reply } from './connection.ts';

/** Sends one request and waits for the reply; undefined if the connection ended without one. */
export type Ask = (connection: Connection) => Promise<Reply | undefined>;

/**
 * The outcomes of requests: successes (2xx), 503 with Retry-After, and all others; and the time until the last was answered, in s.
 */
export type LoadResult = { sent: number; unsent: number; good: number; turnedAway: number; other: number; seconds: number };

/** Clients without a free connection give up: at most this many wait at once. */
const maxConnections = 2_000;
/** How long requests that are under way at the end may take, in ms. */
const patience = 10_000;

/** As many requests as the server can answer: a fixed number of clients that send the next one after each answer. */
export async function closedLoop(port: number, ask: Ask, clients: number, seconds: number): Promise<LoadResult> {
  const result = emptyResult();
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    Array.from({ length: clients }, async () => {
      const connection = await openConnection(port);
      while (performance.now() < end && !connection.closed) await count(result, ask(connection));
      connection.end();
    }),
  );
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

/** Requests at a fixed rate, whether or not earlier ones were answered. @param rate requests a second */
export async function openLoop(port: number, ask: Ask, rate: number, seconds: number): Promise<LoadResult> {
  const result = emptyResult();
  const idle: Connection[] = [];
  const start = performance.now();
  let open = 0;
  let underWay = 0;

  async function sendOne(): Promise<void> {
    const connection = takeIdle() ?? (open < maxConnections ? await openAnother() : undefined);
    if (!connection) {
      result.unsent++;
      return;
    }
    underWay++;
    await count(result, ask(connection));
    underWay--;
    if (connection.closed) open--;
    else idle.push(connection);
  }

  /** A free connection; those that the server has closed meanwhile are dropped. */
  function takeIdle(): Connection | undefined {
    for (let connection = idle.pop(); connection; connection = idle.pop()) {
      if (!connection.closed) return connection;
      open--;
    }
    return undefined;
  }

  function openAnother(): Promise<Connection | undefined> {
    open++;
    return openConnection(port).catch(() => {
      open--;
      return undefined;
    });
  }

  for (let arrived = 0, now = start; now < start + seconds * 1000; now = performance.now()) {
    for (; arrived < ((now - start) * rate) / 1000; arrived++) void sendOne();
    await Bun.sleep(1);
  }
  for (const end = performance.now() + patience; underWay > 0 && performance.now() < end; ) await Bun.sleep(10);
  for (const connection of idle) connection.end();
  return { ...result, seconds: (performance.now() - start) / 1000 };
}

async function count(result: LoadResult, asked: Promise<Reply | undefined>): Promise<void> {
  result.sent++;
  const reply = await asked;
  if (reply && reply.status < 300) result.good++;
  else if (reply?.status === 503 && fieldOf(reply.head, 'retry-after')) result.turnedAway++;
  else result.other++;
}

function emptyResult(): LoadResult {
  return { sent: 0, unsent: 0, good: 0, turnedAway: 0, other: 0, seconds: 0 };
}
