import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { checkLog, type LogCheck } from '../operations/check.ts';
import { type DatabaseAddress, describeAddress, openStoreToRead } from '../store/open.ts';
import { using } from './stores.ts';
import { printErr, printOut } from './terminal.ts';

/** Exit code 1 if the store is damaged. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Check that the store is whole and agrees with its revision log; may run while the server does.')
    .action(async () => {
      const { database } = readConfig(process.env);
      const name = describeAddress(database);
      const { damage, records, revisions } = await checkStore(database, printErr);
      printOut(`${records} records, ${revisions} revisions.`);
      if (damage.length === 0) return printOut(`${name} is whole.`);
      for (const fault of damage) printOut(`FAULT  ${fault}`);
      printErr(`${name} is damaged (faults: ${damage.length}). Stop the server, copy the store, and restore your last good backup.`);
      process.exitCode = 1;
    });
}

/** Each of its two steps reads a snapshot, since the store may change meanwhile. @param report gets the name of each step */
export async function checkStore(database: DatabaseAddress, report: (step: string) => void): Promise<LogCheck> {
  return using(await openStoreToRead(database, report), async (store) => {
    report('Checking the store …');
    const damage = await store.checkIntegrity();
    report('Replaying the revision log …');
    const log = await store.snapshot(checkLog, null);
    return { ...log, damage: [...damage, ...log.damage] };
  });
}
