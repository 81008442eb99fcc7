import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { pendingMigrations, upgradeStore } from '../store/open.ts';
import { say, tell } from './terminal.ts';

/** The service does the same when it starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the store up to date, as the service does at its start; the service must be stopped.')
    .option('--check', 'only say what would be done; exit code 1 where something would')
    .action(async ({ check }: { check?: boolean }) => {
      const { database } = readConfig(process.env);
      const pending = await pendingMigrations(database);
      if (pending.length === 0) return say('The store has the schema of this program; there is nothing to do.');
      if (!check) {
        await upgradeStore(database, (message) => tell(message));
        return say('The store is up to date.');
      }
      say(...pending.map(({ number, name }) => `Migration ${number} (${name}) would be run.`));
      if (database.engine === 'sqlite') say('The store would be copied first, to a file next to it.');
      process.exitCode = 1;
    });
}
