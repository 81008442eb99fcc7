import { openSync } from 'node:fs';
import { catchUp, countBehind } from '../../src/store/sqlite/catchUp.ts';
import { openForWriting } from '../../src/store/sqlite/writer.ts';

/** Brings all records of a store into its index again, once no other file can be opened: `bun lastFile.ts STORE`. Says how it went. */
const connection = openForWriting(process.argv[2] as string);
connection.run('update index_state set indexed = 0');
let behind = countBehind(connection);
const said = [behind.revisions];
takeAllDescriptors();
while (behind.revisions > 0) behind = await catchUp(connection, behind);
said.push(behind.revisions);
console.log(JSON.stringify(said));
process.exit();

function takeAllDescriptors(): void {
  try {
    for (;;) openSync('/dev/null', 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EMFILE') throw error;
  }
}
