import { statSync } from 'node:fs';
import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { StartRefused } from '../model/startRefused.ts';
import { backupSqlite, restoreSqlite } from '../store/sqlite/backup.ts';

/** `rockola backup FILE`: a copy of the store while it serves. */
export function backupCommand(): Command {
  return new Command('backup')
    .description('Write a consistent copy of the store to a new file; the server may go on serving.')
    .argument('<file>', 'where to write it; must not exist')
    .action((file: string) => {
      const start = performance.now();
      console.error('Writing the copy …');
      backupSqlite(sqlitePath('Back it up with pg_dump or your service, or stop it and run: rockola move --to sqlite:FILE'), file);
      const megabytes = (statSync(file).size / 1e6).toFixed(1);
      console.log(`${file} holds the whole catalogue (${megabytes} MB, ${((performance.now() - start) / 1000).toFixed(1)} s).`);
      console.log('Keep it on another machine. The secret beside the store is not in it: logins end where it is not kept too.');
    });
}

/** `rockola restore FILE`: a backup takes the store's place. */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('Put a backup in the place of the store, which no server may be using; the former store is kept beside it.')
    .argument('<file>', 'a file that "rockola backup" wrote')
    .action((file: string) => {
      const path = sqlitePath('Restore it with pg_restore or your service.');
      console.error('Checking the backup …');
      const former = restoreSqlite(file, path, new Date());
      console.log(`${path} is now what ${file} holds.`);
      if (former) console.log(`The former store is ${former}; delete it when you no longer need it.`);
      console.log('Next: rockola check, then start the service.');
    });
}

function sqlitePath(otherwise: string): string {
  const { database } = readConfig(process.env);
  if (database.engine === 'sqlite') return database.path;
  throw new StartRefused(`DATABASE_URL names a PostgreSQL database. ${otherwise}`);
}
