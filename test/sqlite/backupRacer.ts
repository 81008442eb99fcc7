import { backupSqlite } from '../../src/store/sqlite/backup.ts';

/**
 * Backs up in rounds, each to another name and at a set time: `bun backupRacer.ts STORE TARGET ROUNDS FIRST`. Prints the numbers of the
 * rounds whose backup succeeded.
 */
const [store = '', target = '', rounds, first] = process.argv.slice(2);
/** Between two rounds, in ms. */
const period = 60;
const won: number[] = [];
for (let round = 0; round < Number(rounds); round++) {
  await Bun.sleep(Number(first) + round * period - Date.now());
  try {
    backupSqlite(store, `${target}${round}.db`);
    won.push(round);
  } catch (error) {
    if (!(error as Error).message.includes('Choose another name')) throw error;
  }
}
console.log(JSON.stringify(won));
