import { type Awaitable, chain } from '../model/awaitable.ts';
import type { Reader } from './store.ts';

const statements = {
  sqlite: 'pragma data_version',
  // A promoted standby may give the same snapshot after other changes, so the start of the server is added.
  postgres: 'select pg_current_snapshot()::text || pg_postmaster_start_time()::text as generation',
};

/**
 * Identifies the committed state: under equal generations the whole store has the same content. It changes with every commit, on PostgreSQL
 * also with commits in other databases of the server.
 */
export function readGeneration(reader: Reader): Awaitable<string> {
  return chain(reader.get(statements[reader.engine]), (row) => {
    const generation = row?.data_version ?? row?.generation;
    if (generation === undefined) throw new Error('the store does not say which generation it is');
    return String(generation);
  });
}
