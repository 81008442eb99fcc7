import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { describeAddress } from '../store/open.ts';
import { compactPostgres } from '../store/postgres/compact.ts';
import { compactSqlite } from '../store/sqlite/compact.ts';
import { finishIndex } from './searchIndex.ts';
import type { WithWrites } from './stores.ts';
import { printErr, printOut } from './terminal.ts';

export function compactCommand(withWrites: WithWrites): Command {
  return new Command('compact')
    .description('Write the store anew, without any byte of what was redacted or deleted; the service must be stopped.')
    .action(async () => {
      const { database } = readConfig(process.env);
      printErr('Writing the store anew …');
      const { before, after } =
        database.engine === 'sqlite' ? compactSqlite(database.path) : await compactPostgres(database.url, describeAddress(database));
      await withWrites(finishIndex);
      printOut(`The store is compact: ${megabytes(before)} MB before, ${megabytes(after)} MB now, plus the rebuilt search index.`);
      printOut('Backups, and log archives of PostgreSQL, still have what was erased: make a new backup and remove the older ones.');
    });
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
