import { statSync } from 'node:fs';
import { StartRefused } from '../../model/startRefused.ts';
import { clearIndex } from '../search/state.ts';
import { openConnection } from './database.ts';
import { requireLock } from './lock.ts';
import { requireCurrentSqlite } from './upgrade.ts';

/**
 * Writes the whole file anew and truncates its log, so that neither keeps erased data. The search index keeps words of former texts, so it
 * is emptied first.
 *
 * @returns bytes of the file before and after
 * @throws StartRefused where a server uses the store, or somebody reads it
 */
export function compactSqlite(path: string): { before: number; after: number } {
  requireCurrentSqlite(path);
  const release = requireLock(path);
  const before = statSync(path).size;
  const connection = openConnection(path, 'write');
  try {
    connection.database.run('pragma secure_delete = on');
    connection.run('begin immediate');
    for (const statement of clearIndex('sqlite')) connection.run(statement);
    connection.run('commit');
    connection.run('vacuum');
    const checkpoint = connection.get('pragma wal_checkpoint(truncate)');
    if (checkpoint?.busy !== 0n)
      throw new StartRefused(`${path} is being read. Wait until the backup or check of it is done, and run this again.`);
  } finally {
    connection.close();
    release();
  }
  return { before, after: statSync(path).size };
}
