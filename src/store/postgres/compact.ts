import { connect, lockDatabase } from '../move/postgresLock.ts';
import { clearIndex } from '../search/state.ts';

/**
 * Writes all tables anew, so that none has a row of what was erased, nor has what the server knows of their values. The search index, which
 * keeps words of former texts, is emptied for that.
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
    // The owner of a database may do this. Where another role runs the program, the server warns and passes it over.
    await client.query('vacuum full pg_statistic');
    return { before, after: await size() };
  } finally {
    await client.end().catch(() => {});
  }
}
