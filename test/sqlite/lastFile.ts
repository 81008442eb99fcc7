import { openSync } from 'node:fs';
import { catchUp, type Lag, lagOf } from '../../src/store/sqlite/catchUp.ts';
import { openForWriting } from '../../src/store/sqlite/openForWriting.ts';

/** Rebuilds the index of a store when no other file can be opened: `bun lastFile.ts STORE`. Prints the outcome. */
const connection = openForWriting(process.argv[2] as string);
connection.run('update index_state set indexed = 0');
let lag = lagOf(connection);
const lags = [behind(lag)];
takeAllDescriptors();
while (behind(lag) > 0) lag = await catchUp(connection, lag);
lags.push(behind(lag));
console.log(JSON.stringify(lags));
process.exit();

function behind({ last, indexed }: Lag): number {
  return Number(last - indexed);
}

function takeAllDescriptors(): void {
  try {
    for (;;) openSync('/dev/null', 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  }
}
