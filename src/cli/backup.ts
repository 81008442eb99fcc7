import { statSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { StartRefused } from '../model/startRefused.ts';
import { noteBackup } from '../store/backupNote.ts';
import { readRedactionsBeside } from '../store/redactionList.ts';
import { backupSqlite } from '../store/sqlite/backup.ts';
import { backupName, removeOldBackups, requireWhole } from '../store/sqlite/backupSeries.ts';
import { restoreSqlite } from '../store/sqlite/restore.ts';
import type { TakenOver } from '../store/sqlite/takeOver.ts';
import { counted } from './counted.ts';
import { redactAgain } from './redactAgain.ts';
import type { WithWrites } from './stores.ts';
import { printErr, printOut } from './terminal.ts';
import { upTo } from './toId.ts';

type BackupOptions = { into?: string; keep?: bigint };

export function backupCommand(): Command {
  return new Command('backup')
    .description('Write a consistent copy of the store to a new file; the server may keep running.')
    .argument('[file]', 'where to write it; must not exist')
    .option('--into <folder>', 'write it into a folder, under a name with the time, and check it')
    .option(
      '--keep <count>',
      'with --into: backups to keep (default: 28); older ones are removed once the new one is checked',
      upTo(10_000n),
    )
    .action((file: string | undefined, { into, keep = 28n }: BackupOptions) => {
      if ((file === undefined) === (into === undefined)) throw new StartRefused('Name a file, or a folder with --into.');
      const path = sqlitePath('Back it up with pg_dump or your service, or stop it and run: rockola move --to sqlite:FILE');
      const start = performance.now();
      printErr('Writing the copy …');
      const target = file ?? join(into as string, backupName(new Date()));
      noteOutcome(path, target, () => {
        backupSqlite(path, target);
        if (into !== undefined) requireWhole(target);
      });
      const megabytes = (statSync(target).size / 1e6).toFixed(1);
      printOut(`${target} holds the whole catalogue (${megabytes} MB, ${((performance.now() - start) / 1000).toFixed(1)} s).`);
      if (into !== undefined) for (const old of removeOldBackups(into, Number(keep))) printOut(`${old} is removed.`);
      printOut('Keep it on another machine.');
    });
}

/** Runs `work` and writes its outcome to a file next to the store, for the server's metrics. */
function noteOutcome(path: string, target: string, work: () => void): void {
  try {
    work();
    noteBackup(path, { at: Date.now(), bytes: statSync(target).size });
  } catch (error) {
    noteBackup(path, { failedAt: Date.now() });
    throw error;
  }
}

export function restoreCommand(withWrites: WithWrites): Command {
  return new Command('restore')
    .description('Replace the store, which no server may be using, with a backup; the former store is kept next to it.')
    .argument('<file>', 'a file that "rockola backup" wrote')
    .action(async (file: string) => {
      const path = sqlitePath('Restore it with pg_restore or your service.');
      // An unreadable list refuses the restore before anything is changed.
      readRedactionsBeside(path);
      printErr('Checking the backup …');
      const { former, takenOver, redactions } = restoreSqlite(file, path, new Date());
      printOut(`${path} is restored from ${file}. All logins, links and jobs of the backup have ended.`);
      printOut(...(takenOver ? takenOverLines(takenOver) : [unknownSince]));
      if (former && !redactions) printOut('The redactions in the former store cannot be read; those in the list beside it are made again.');
      printOut(...(await redactAgain(withWrites, readRedactionsBeside(path))));
      if (former) printOut(`The former store is ${former}; delete it when you no longer need it.`);
      printOut('Next: rockola check, then start the service.');
    });
}

const unknownSince =
  'Revocations, suspensions and other changes since the backup are not known here. Look through "rockola account list" and "rockola key list".';

function takenOverLines({ removed, addresses, ...taken }: TakenOver): string[] {
  const parts = [
    counted(taken.revokedKeys, 'key revoked', 'keys revoked'),
    counted(taken.changedKeys, 'key changed', 'keys changed'),
    counted(taken.suspended, 'account suspended', 'accounts suspended'),
    counted(taken.roles, 'role', 'roles'),
    counted(taken.passwords, 'password', 'passwords'),
  ].filter((part) => !part.startsWith('0 '));
  return [
    `Taken over from the former store: ${parts.join(', ') || 'nothing'}.`,
    ...(removed ? [`Accounts that had been removed are back, suspended: ${removed}. Remove them again: rockola account remove EMAIL`] : []),
    ...(addresses ? [`Accounts whose e-mail address is again that of the backup: ${addresses}.`] : []),
  ];
}

function sqlitePath(otherwise: string): string {
  const { database } = readConfig(process.env);
  if (database.engine === 'sqlite') return database.path;
  throw new StartRefused(`DATABASE_URL names a PostgreSQL database. ${otherwise}`);
}
