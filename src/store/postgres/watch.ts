import pg from 'pg';
import { connectionOptions } from './connections.ts';
import { lockNumbers } from './lockNumbers.ts';
import { unavailable } from './transaction.ts';

/** How often the server is asked whether it is there, and how long it may take to say so, in ms. */
const interval = 250;
const patience = 750;

export type Watch = {
  /** Waits for work as long as the server is there. @throws Problem `unavailable` as soon as it is not */
  whileUp<T>(work: () => Promise<T>): Promise<T>;
  up(): boolean;
  stop(): Promise<void>;
};

/**
 * Asks the server on a connection of its own whether it is there, so that a server that went silent is known within a
 * second, however long its connections would let a statement wait. The connection also holds the lock that says a node
 * is serving this database.
 */
export function startWatch(url: string, report: (fault: string) => void, lost: () => void): Watch {
  let up = true;
  let stopped = false;
  let client: pg.Client | undefined;
  let down = Promise.withResolvers<never>();
  down.promise.catch(() => {});

  async function look(): Promise<void> {
    if (!client) {
      const fresh = new pg.Client({ ...connectionOptions(url), connectionTimeoutMillis: patience, query_timeout: patience });
      fresh.on('error', () => drop(fresh));
      try {
        await fresh.connect();
        await fresh.query('select pg_advisory_lock_shared($1)', [lockNumbers.serving]);
      } catch (error) {
        fresh.end().catch(() => {});
        throw error;
      }
      client = fresh;
    }
    const { rows } = await client.query('select pg_is_in_recovery() as standby');
    if (rows[0].standby) throw new Error('the server is a standby, which takes no changes');
  }

  function drop(broken: pg.Client | undefined): void {
    if (client === broken) client = undefined;
    broken?.end().catch(() => {});
  }

  function settle(reachable: boolean, why = ''): void {
    if (reachable === up) return;
    up = reachable;
    report(reachable ? 'the database is back' : `the database is out of reach: ${why}`);
    if (reachable) {
      down = Promise.withResolvers<never>();
      down.promise.catch(() => {});
    } else {
      down.reject(unavailable('The database is out of reach. A change under way may or may not have been kept.'));
      lost();
    }
  }

  const done = (async () => {
    while (!stopped) {
      await look().then(
        () => settle(true),
        (error) => {
          drop(client);
          settle(false, String(error.message));
        },
      );
      await Bun.sleep(interval);
    }
    await client?.end().catch(() => {});
  })();

  return {
    whileUp: (work) =>
      up ? Promise.race([work(), down.promise]) : Promise.reject(unavailable('The database is out of reach; nothing was changed.')),
    up: () => up,
    stop() {
      stopped = true;
      return done;
    },
  };
}
