import { Command } from 'commander';
import { writes } from '../operations/writes.ts';
import { type IndexState, readIndexState } from '../store/search/state.ts';
import { type OperatorWrite, readStore, type WithWrites } from './stores.ts';
import { createProgressLine, printOut } from './terminal.ts';

const help = `
Every change updates the search index; where the index is not complete, as after an upgrade, a service builds it. Rebuild it where
"rockola check" finds it wrong. Searches and changes go on meanwhile. An interrupted build is resumed by a running service, within
a minute.`;

export function indexCommand(withWrites: WithWrites): Command {
  return new Command('index')
    .description('Show the progress of the search index, or rebuild it while the service runs.')
    .option('--rebuild', 'index every record again')
    .addHelpText('after', help)
    .action(async ({ rebuild }: { rebuild?: true }) => {
      const state = rebuild ? await withWrites(build) : await readStore(readIndexState, undefined);
      printOut(state.building ? `The search index is being built: ${progress(state)}.` : 'The search index is complete.');
    });
}

async function build(write: OperatorWrite): Promise<IndexState> {
  await write(writes.rebuildIndex, undefined);
  return finishIndex(write);
}

/** Completes an unfinished build of the index. */
export async function finishIndex(write: OperatorWrite): Promise<IndexState> {
  const tellProgress = createProgressLine();
  let state = await write(writes.buildIndex, null);
  while (state.building) {
    state = await write(writes.buildIndex, null);
    if (state.building) tellProgress(`Building the search index  ${progress(state)}`, false);
  }
  return state;
}

function progress({ building }: IndexState): string {
  return building ? `${building.done} of ${building.records} records` : '';
}
