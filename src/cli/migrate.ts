import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { pendingMigrations, upgradeStore } from '../store/open.ts';
import { printErr, printOut } from './terminal.ts';

/** The service does the same when it starts. */
export function migrateCommand(): Command {
  return new Command('migrate')
    .description('Bring the schema of the store up to date, as the service does at its start; the service must be stopped.')
    .option('--check', 'only say what would be done; exit code 1 if there is something to do')
    .action(async ({ check }: { check?: boolean }) => {
      const { database } = readConfig(process.env);
      const pending = await pendingMigrations(database);
      if (pending.length === 0) return printOut('The store has the schema of this program; there is nothing to do.');
      if (!check) {
        await upgradeStore(database, (message) => printErr(message));
        return printOut('The store is up to date.');
      }
      printOut(...pending.map(({ number, name }) => `Migration ${number} (${name}) would be run.`));
      if (database.engine === 'sqlite') printOut('The store would be copied first, to a file next to it.');
      process.exitCode = 1;
    });
}
