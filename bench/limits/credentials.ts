import { authenticate } from '../../src/auth/credential.ts';
import { createLastUsed } from '../../src/auth/lastUsed.ts';
import { createPasswords } from '../../src/auth/password.ts';
import { readConfig } from '../../src/config/config.ts';
import { createCounts } from '../../src/http/counts.ts';
import type { Services } from '../../src/http/services.ts';
import { createTail } from '../../src/http/stream/tail.ts';
import { createNoLimits } from '../../src/limits/limit.ts';
import { createLog } from '../../src/process/log.ts';
import { openConnection } from '../../src/store/sqlite/database.ts';
import { openSqliteReadOnly } from '../../src/store/sqlite/engine.ts';
import type { Store } from '../../src/store/store.ts';

/**
 * Requests that share a snapshot, as all reads of one turn of the event loop do in the service: some 20, with 64 connections that write.
 */
const sharing = 20;

/** Measures the checks of credentials alone: calls `authenticate` as the service does, with a token and then with a key. */
const [file = '', key = '', token = '', seconds = '1'] = process.argv.slice(2);
if (import.meta.main) console.log(await checks(Number(seconds) * 1000));

/** @returns pairs of checks, of a token and of an API key, a second */
async function checks(time: number): Promise<number> {
  const connection = openConnection(file, 'read');
  const store: Store = { ...openSqliteReadOnly(file), read: (operation, input) => operation(connection, input) };
  const services: Services = {
    config: readConfig({}),
    store,
    log: createLog({ format: 'json', level: 'info', colours: false }),
    counts: createCounts(store),
    limits: createNoLimits(),
    publicUrl: 'http://127.0.0.1',
    passwords: createPasswords(1, 1),
    // The interval is longer than the run, so nothing is written.
    lastUsed: createLastUsed(store, 3_600_000, console.error),
    tail: createTail(store, () => false, console.error),
  };
  const withToken = { token, key: undefined };
  const withKey = { token: undefined, key };
  const start = performance.now();
  let checked = 0;
  while (performance.now() - start < time) {
    connection.run('begin');
    for (let i = 0; i < sharing; i++, checked++) {
      await authenticate(withToken, services);
      await authenticate(withKey, services);
    }
    connection.run('commit');
  }
  return (checked / (performance.now() - start)) * 1000;
}
