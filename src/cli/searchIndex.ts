import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { writes } from '../operations/writes.ts';
import { type IndexState, readIndexState } from '../store/search/state.ts';
import type { OperatorWrite } from './operatorWrite.ts';
import { readStore } from './stores.ts';
import { createProgressLine, say } from './terminal.ts';

/** How often progress is said where lines cannot be written over, in ms. */
const lineEvery = 3_000;

const help = `
The search index follows every change by itself; a service builds it where it is not complete, as after an upgrade. Rebuild it where
"rockola check" finds it wrong. Searches go on meanwhile, and so do changes. What is interrupted goes on when a service runs, within a
minute.`;

/** `rockola index`: how far the search index is; with `--rebuild` every record is brought in again. */
export function indexCommand(withWrites: <T>(work: (write: OperatorWrite) => Promise<T>) => Promise<T>): Command {
  return new Command('index')
    .description('Show how far the search index is, or build it again while the service runs.')
    .option('--rebuild', 'bring every record in again')
    .addHelpText('after', help)
    .action(async ({ rebuild }: { rebuild?: true }) => {
      const state = rebuild ? await withWrites(build) : await readStore(readConfig(process.env), readIndexState, undefined);
      say(state.building ? `The search index is being built: ${progress(state)}.` : 'The search index is complete.');
    });
}

async function build(write: OperatorWrite): Promise<IndexState> {
  const line = createProgressLine();
  let saidAt = performance.now();
  let state = await write(writes.rebuildIndex, undefined);
  while (state.building) {
    state = await write(writes.buildIndex, null);
    if (!state.building || !(line.overwrites || performance.now() - saidAt > lineEvery)) continue;
    line.tell(`Building the search index  ${progress(state)}`, false);
    saidAt = performance.now();
  }
  return state;
}

function progress({ building }: IndexState): string {
  return building ? `${building.done} of ${building.records} records` : '';
}
