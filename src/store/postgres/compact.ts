import { connect, lockDatabase } from '../move/postgresLock.ts';
import { clearIndex } from '../search/state.ts';

/**
 * Writes all tables and the statistics of the server anew, so that no file keeps erased data. The search index keeps words of former texts,
 * so it is emptied first.
 *
 * @param name of the database, for messages
 * @throws StartRefused where a node uses the database
 */
export async function compactPostgres(url: string, name: string): Promise<{ before: number; after: number }> {
  const client = await connect(url);
  const size = async () => Number((await client.query('select pg_database_size(current_database()) as bytes')).rows[0].bytes);
  try {
    await lockDatabase(client, name);
    const before = await size();
    await client.query(`begin; ${clearIndex('postgres').join('; ')}; commit`);
    const { rows } = await client.query('select tablename from pg_tables where schemaname = current_schema() order by tablename');
    for (const { tablename } of rows) await client.query(`vacuum (full, analyze) "${tablename}"`);
    // Only the owner of the database may do this. For another role, the server warns and skips the table.
    await client.query('vacuum full pg_statistic');
    return { before, after: await size() };
  } finally {
    await client.end().catch(() => {});
  }
}
