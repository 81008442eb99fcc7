import { Database } from 'bun:sqlite';
import pg from 'pg';
import type { Rockola } from './harness.ts';

/** Stops every change of a catalogue. @returns a function that lets them continue */
export async function blockWrites({ env }: Pick<Rockola, 'env'>): Promise<() => Promise<void>> {
  const address = env.DATABASE_URL ?? '';
  if (address.startsWith('sqlite:')) {
    const database = new Database(address.slice('sqlite:'.length));
    // The program may be writing now.
    database.run('pragma busy_timeout = 60000');
    database.run('begin immediate');
    return async () => {
      database.run('rollback');
      database.close();
    };
  }
  const client = new pg.Client({ connectionString: address });
  await client.connect();
  await client.query('begin; lock table revision in share mode');
  return () => client.end();
}
