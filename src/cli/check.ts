import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { checkChangeLog } from '../operations/check.ts';
import { describeAddress, openStoreToRead } from '../store/open.ts';
import { using } from './stores.ts';

/** `rockola check`: whether the store is whole. Ends with 1 where it is not. */
export function checkCommand(): Command {
  return new Command('check')
    .description('Check that the store is whole and agrees with its change log; may run beside the server.')
    .action(async () => {
      const { database } = readConfig(process.env);
      const name = describeAddress(database);
      const faults = await using(await openStoreToRead(database), async (store) => {
        console.error('Checking the store …');
        const damage = await store.checkIntegrity();
        console.error('Replaying the change log …');
        const log = await store.read(checkChangeLog, null);
        console.log(`${log.records} records, ${log.changes} changes.`);
        return [...damage, ...log.faults];
      });
      if (faults.length === 0) return console.log(`${name} is whole.`);
      for (const fault of faults) console.log(`FAULT  ${fault}`);
      console.error(`${name} has ${faults.length} faults. Stop the server, keep a copy of it, and restore your last good backup.`);
      process.exitCode = 1;
    });
}
