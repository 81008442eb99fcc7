import pg from 'pg';
import { remembered } from '../../model/remembered.ts';
import { countdown } from '../../model/within.ts';
import type { Row, Value } from '../store.ts';

/** Time limit for opening a connection, or getting one of the pool, in ms. */
const connectTime = 2_000;
/** How often the waits for a connection of a pool are looked at, in ms. */
const lookTime = 100;
/** The server cancels a statement after this time, in ms; the client gives up 5 seconds later. */
const statementTime = 30_000;

/** `missedStandby`: the wait for a synchronous standby was cancelled. `failure`: the reason why the connection broke. */
type ConnectionState = { missedStandby: boolean; failure: Error | undefined };
const states = new WeakMap<pg.PoolClient, ConnectionState>();

/** Members of pg that its types lack. */
type Stream = { destroy(why?: Error): void; cork(): void; uncork(): void; writableCorked: number };
type Connected = pg.ClientBase & { processID: number; connection: { stream: Stream } };
type Waiting = { _pendingQueue: { callback(error: Error): void }[] };
const clientsOf = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/**
 * `settings` of the server, as ` -c NAME=VALUE`. `pipeline`: statements are sent before the earlier ones are answered. Statements outside a
 * transaction cannot write then, so nothing is written if a `begin` fails.
 */
type PoolOptions = { settings?: string; pipeline?: boolean };

/** Queries of the pool return int8 as bigint. */
export function createPool(url: string, size: number, { settings = '', pipeline = false }: PoolOptions = {}): pg.Pool {
  const options = connectionOptions(url);
  const pool = new pg.Pool({
    ...options,
    options: `${options.options}${settings}`,
    pipeline,
    max: size,
    idleTimeoutMillis: 0,
    Client: createClient as unknown as new () => pg.Client,
  });
  const clients = new Set<pg.PoolClient>();
  clientsOf.set(pool, clients);
  pool.on('remove', (client) => clients.delete(client));
  pool.on('connect', (client) => {
    clients.add(client);
    const state: ConnectionState = { missedStandby: false, failure: undefined };
    states.set(client, state);
    // A statement, since PgBouncer ignores settings at the start of a connection.
    if (pipeline) void client.query('set default_transaction_read_only = on').catch(() => breakConnection(client));
    // Without a listener of its own, a connection that breaks while in use would end the process.
    client.on('error', (error) => {
      state.failure ??= error;
    });
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') state.missedStandby = true;
    });
  });
  // An idle connection broke. The pool has removed it already.
  pool.on('error', () => {});
  limitWaits(pool);
  return pool;
}

/** A client whose time to connect is limited. The limit of the driver counts by the clock. */
function createClient(options: pg.ClientConfig): pg.Client {
  const client = new pg.Client(options);
  const timer = countdown(connectTime, () => breakConnection(client, new Error('timeout expired')));
  const cancel = () => clearInterval(timer);
  return client.once('connect', cancel).once('end', cancel);
}

/** Ends the waits for a connection of a pool that is in use. The limit of the driver counts by the clock. */
function limitWaits(pool: pg.Pool): void {
  const { _pendingQueue: queue } = pool as unknown as Waiting;
  const timer = setInterval(() => {
    if (pool.ended) clearInterval(timer);
    const last = queue.at(-1);
    if (!last) return;
    countdown(connectTime, () => {
      const late = queue.splice(0, queue.indexOf(last) + 1);
      for (const { callback } of late) callback(new Error('timeout exceeded when trying to connect'));
    });
  }, lookTime);
  timer.unref();
}

/** Opens a connection beside the pools. If it breaks, its next statement fails. */
export async function openClient(url: string, more: pg.ClientConfig = {}): Promise<pg.Client> {
  const client = createClient({ ...connectionOptions(url), ...more });
  client.on('error', () => {});
  await client.connect().catch(async (error) => {
    await client.end().catch(() => {});
    throw error;
  });
  return client;
}

export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format),
    },
    keepAlive: true,
    statement_timeout: statementTime,
    query_timeout: statementTime + 5_000,
    idle_in_transaction_session_timeout: statementTime,
    application_name: 'rockola',
    options: '-c default_transaction_isolation=read\\ committed',
  };
}

/**
 * Closes all connections of a pool, which then opens new ones. A silent server may never close the old ones, and a server that comes
 * back under its address does not know them.
 */
export function breakConnections(pool: pg.Pool): void {
  for (const client of clientsOf.get(pool) ?? []) breakConnection(client);
}

export function breakConnection(client: pg.ClientBase, why?: Error): void {
  (client as Connected).connection.stream.destroy(why);
}

/** Sends all messages of one tick in one write: a write for each would cost as much as a statement. */
export function sendTogether(client: pg.ClientBase): void {
  const { stream } = (client as Connected).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Cancels the current statement of a connection, over another pool. The server may take a moment. */
export async function cancelStatement(client: pg.ClientBase, otherPool: pg.Pool): Promise<void> {
  await otherPool.query('select pg_cancel_backend($1)', [(client as Connected).processID]).catch(() => {});
}

export function forgetWarnings(client: pg.PoolClient): void {
  const state = states.get(client);
  if (state) state.missedStandby = false;
}

/** The primary has committed, but the standby may not have. */
export function missedStandby(client: pg.PoolClient): boolean {
  return states.get(client)?.missedStandby ?? false;
}

/** If the connection broke, the reason for it is more useful than the error of the next statement. */
export function causeOf(client: pg.PoolClient, error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : (states.get(client)?.failure ?? error);
}

/** A statement's name has at most 63 bytes. */
const nameOf = remembered((text: string) => new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 32));

/** Each connection prepares a statement once. */
export async function runPrepared(client: pg.Pool | pg.ClientBase, text: string, values: Value[]): Promise<Row[]> {
  return (await client.query<Row>({ name: nameOf(text), text, values })).rows;
}
