import pg from 'pg';
import type { Row, Value } from '../store.ts';

/** A connection that takes longer to open means the server is out of reach; a wait for one of the pool, that all are in use. In ms. */
const connectTime = 2_000;
/** A statement that runs longer than this is given up by the server, and a little later by us, in ms. */
const statementTime = 30_000;

/** What a connection has reported in addition to its answers: that a wait for a standby was cancelled, and why it broke. */
type Said = { missedStandby: boolean; failure: Error | undefined };
const said = new WeakMap<pg.PoolClient, Said>();

/** These are not in the types of pg. */
type Stream = { destroy(): void; cork(): void; uncork(): void; writableCorked: number };
type Connected = pg.ClientBase & { processID: number; connection: { stream: Stream } };
const opened = new WeakMap<pg.Pool, Set<pg.PoolClient>>();

/**
 * `settings` of the server, as ` -c NAME=VALUE`. `pipeline`: statements are sent before the earlier ones are answered, and those outside a
 * transaction cannot write: so nothing is written where a `begin` fails.
 */
type OfPool = { settings?: string; pipeline?: boolean };

/** A pool whose int8 come as bigint and whose connections remember the server's warnings. */
export function createPool(url: string, size: number, { settings = '', pipeline = false }: OfPool = {}): pg.Pool {
  const options = connectionOptions(url);
  const pool = new pg.Pool({ ...options, options: `${options.options}${settings}`, pipeline, max: size, idleTimeoutMillis: 0 });
  const clients = new Set<pg.PoolClient>();
  opened.set(pool, clients);
  pool.on('remove', (client) => clients.delete(client));
  pool.on('connect', (client) => {
    clients.add(client);
    const remembered: Said = { missedStandby: false, failure: undefined };
    said.set(client, remembered);
    // Not among the settings at the start, which PgBouncer ignores.
    if (pipeline) void client.query('set default_transaction_read_only = on').catch(() => breakConnection(client));
    // Without a listener of its own, a connection that breaks while in use would end the process.
    client.on('error', (error) => {
      remembered.failure ??= error;
    });
    client.on('notice', ({ routine }) => {
      if (routine === 'SyncRepWaitForLSN') remembered.missedStandby = true;
    });
  });
  // An idle connection broke; the pool has dropped it already.
  pool.on('error', () => {});
  return pool;
}

export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === pg.types.builtins.INT8 ? BigInt : pg.types.getTypeParser(oid, format),
    },
    keepAlive: true,
    connectionTimeoutMillis: connectTime,
    statement_timeout: statementTime,
    query_timeout: statementTime + 5_000,
    idle_in_transaction_session_timeout: statementTime,
    application_name: 'rockola',
    options: '-c default_transaction_isolation=read\\ committed',
  };
}

/**
 * Breaks every connection of a pool. A server that went silent may never close them, and a server that comes back under its
 address does not know them; the pool opens new ones.
 */
export function breakConnections(pool: pg.Pool): void {
  for (const client of opened.get(pool) ?? []) breakConnection(client);
}

export function breakConnection(client: pg.ClientBase): void {
  (client as Connected).connection.stream.destroy();
}

/** Lets what is sent from now until this piece of work waits for something leave together: each message by itself costs as much as a statement. */
export function sendTogether(client: pg.ClientBase): void {
  const { stream } = (client as Connected).connection;
  if (stream.writableCorked > 0) return;
  stream.cork();
  process.nextTick(() => stream.uncork());
}

/** Ends the statement a connection is at, if any, by way of another. It may take effect a little later. */
export async function cancelStatement(client: pg.ClientBase, way: pg.Pool): Promise<void> {
  await way.query('select pg_cancel_backend($1)', [(client as Connected).processID]).catch(() => {});
}

export function forgetWarnings(client: pg.PoolClient): void {
  const remembered = said.get(client);
  if (remembered) remembered.missedStandby = false;
}

/** The commit was kept here, but the standby it waited for may not have it. */
export function missedStandby(client: pg.PoolClient): boolean {
  return said.get(client)?.missedStandby ?? false;
}

/** Why a connection broke says more than the error of the statement that found it broken. */
export function causeOf(client: pg.PoolClient, error: unknown): unknown {
  return error instanceof pg.DatabaseError ? error : (said.get(client)?.failure ?? error);
}

const names = new Map<string, string>();

/** Statements are prepared once a connection under a name made of their text, which may have 63 bytes at most. */
export async function runPrepared(client: pg.Pool | pg.ClientBase, text: string, values: Value[]): Promise<Row[]> {
  let name = names.get(text);
  if (!name) {
    name = new Bun.CryptoHasher('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return (await client.query<Row>({ name, text, values })).rows;
}
