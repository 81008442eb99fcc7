import { Command } from 'commander';
import { readConfig } from '../config/config.ts';
import { type Dump, filesOf } from '../model/dump.ts';
import type { Job } from '../model/job.ts';
import { StartRefused } from '../model/startRefused.ts';
import { writes } from '../operations/writes.ts';
import { askServer } from '../operator/client.ts';
import { findJob } from '../store/job.ts';
import type { Reader } from '../store/store.ts';
import { type OperatorWrite, readStore } from './stores.ts';
import { createProgressLine, printOut } from './terminal.ts';

/** Between two reads of the job. */
const pauseMs = 500;

export function dumpCommand(write: OperatorWrite): Command {
  return new Command('dump')
    .description('Let the running service write the catalogue to files at /dumps now, and wait for it.')
    .action(async () => {
      const { database, dumpsFolder } = readConfig(process.env);
      if (dumpsFolder === undefined) throw new StartRefused('ROCKOLA_DUMPS_FOLDER is not set. Set it to a folder that all nodes share.');
      if (database.engine === 'sqlite' && !(await askServer(database.path)))
        throw new StartRefused('No service runs on this store. Start it, or write a file with: rockola export --output FILE');
      const { state, outcome } = await waitForEnd((await write(writes.askDump, null)).id);
      if (state !== 'done')
        throw new StartRefused(`The dump was not made (${state}). ${(outcome as { detail?: string } | null)?.detail ?? ''}`.trim());
      const files = filesOf(outcome as Dump).map(({ file }) => file);
      printOut(`${files.join(' and ')} are in ${dumpsFolder} and at /dumps.`);
    });
}

async function waitForEnd(id: bigint): Promise<Job> {
  const tellProgress = createProgressLine();
  for (;;) {
    const job = await readStore(read, id);
    if (!job) throw new StartRefused(`The job ${id} is gone.`);
    if (job.endedAt !== null) return job;
    tellProgress(`Writing the dump  ${job.done}${job.total === null ? '' : ` of ${job.total}`} records`, false);
    await Bun.sleep(pauseMs);
  }
}

const read = (reader: Reader, id: bigint) => findJob(reader, null, id);
