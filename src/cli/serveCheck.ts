import { readConfig } from '../config/config.ts';
import { wrongHosts } from '../config/listening.ts';
import { lastingRefusal, StartRefused } from '../model/startRefused.ts';
import { askServer } from '../operator/client.ts';
import { describeAddress, pendingMigrations } from '../store/open.ts';
import { lookAtSqlite } from '../store/sqlite/upgrade.ts';
import { printOut } from './terminal.ts';

/** Changes nothing. @throws StartRefused with every reason for which a start would be refused */
export async function checkServe(): Promise<void> {
  const config = readConfig(process.env);
  const { database } = config;
  const checkStore = async () => (database.engine === 'sqlite' ? lookAtSqlite(database.path) : pendingMigrations(database));
  const [hosts, store] = await Promise.all([
    wrongHosts(config, false),
    checkStore().catch((error) => {
      if (error instanceof StartRefused) return error;
      throw error;
    }),
  ]);
  const wrong = [...hosts, ...(store instanceof StartRefused ? store.reasons : [])];
  if (wrong.length > 0) throw lastingRefusal(...wrong);
  const migrations = Array.isArray(store) ? store.length : 0;
  const pending =
    store === undefined ? ', which the start creates' : migrations > 0 ? `, on which the start runs ${migrations} migrations` : '';
  const served = database.engine === 'sqlite' && (await askServer(database.path));
  const used = served ? ' A server uses it now: stop that first.' : '';
  printOut(
    `The settings are right: it would listen on ${config.host}, port ${config.port}. The store is ${describeAddress(database)}${pending}.${used}`,
  );
}
