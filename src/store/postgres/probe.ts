import pg from 'pg';
import { within } from '../../model/within.ts';
import { breakConnection, connectionOptions } from './connections.ts';
import { NotServing } from './failures.ts';
import { lockNumbers } from './lockNumbers.ts';

const undefinedTable = '42P01';

/**
 * A connection that probes the server; it is opened again after a failure. It also holds the advisory lock of a node that serves this
 * database.
 *
 * @param schema the number of the schema of this program; a database with a newer one is not served
 */
export function createProbe(url: string, schema: number) {
  let client: pg.Client | undefined;

  async function open(): Promise<pg.Client> {
    const fresh = new pg.Client({ ...connectionOptions(url), query_timeout: 0 });
    client = fresh;
    fresh.on('error', () => drop(fresh));
    await fresh.connect();
    await fresh.query('select pg_advisory_lock_shared($1)', [lockNumbers.serving]);
    return fresh;
  }

  async function ask(): Promise<void> {
    const answer = (client ?? (await open())).query('select pg_is_in_recovery() as standby, (select max(number) from migration) as schema');
    const { rows } = await answer.catch((error) => {
      throw error.code === undefinedTable ? new Error('the database holds no catalogue any more') : error;
    });
    if (rows[0].standby) throw new NotServing('the server is a standby, which takes no changes');
    if (rows[0].schema > schema)
      throw new Error(`the database has schema ${rows[0].schema} now, which is newer than this program; run the newer Rockola here too`);
  }

  function drop(broken: pg.Client | undefined): void {
    if (client === broken) client = undefined;
    if (broken) breakConnection(broken);
  }

  return {
    /** @throws where the server does not confirm within `patience` ms that it serves this catalogue */
    async look(patience: number): Promise<void> {
      try {
        await within(patience, ask(), () => new NotServing(`no answer for ${patience} ms`));
      } catch (error) {
        drop(client);
        throw error;
      }
    },
    close: async (): Promise<void> => client?.end().catch(() => {}),
  };
}
