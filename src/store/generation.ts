import { type Awaitable, chain } from '../model/awaitable.ts';
import type { Reader } from './store.ts';

const statements = {
  sqlite: 'pragma data_version',
  // A standby that took over may come to the same snapshot by other changes.
  postgres: 'select pg_current_snapshot()::text || pg_postmaster_start_time()::text as generation',
};

/**
 * Names what is committed: two that are equal saw the same of the whole store. It changes with every commit, and on PostgreSQL with
 * those of other databases of the server too.
 */
export function readGeneration(reader: Reader): Awaitable<string> {
  return chain(reader.get(statements[reader.engine]), (row) => {
    const generation = row?.data_version ?? row?.generation;
    if (generation === undefined) throw new Error('the store does not say which generation it is');
    return String(generation);
  });
}
