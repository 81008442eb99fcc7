import { Command } from 'commander';
import { type Job, showJob } from '../model/job.ts';
import { writes } from '../operations/writes.ts';
import { listAllJobs } from '../store/job.ts';
import { type Column, listCommand } from './listing.ts';
import { lookUp, withAdvice } from './notThere.ts';
import type { OperatorWrite } from './stores.ts';
import { printOut } from './terminal.ts';
import { toId } from './toId.ts';

const columns: Record<string, Column<Job>> = {
  id: { heading: 'ID', value: ({ id }) => id },
  kind: { heading: 'KIND', value: ({ kind }) => kind },
  state: { heading: 'STATE', value: ({ state }) => state },
  account: { heading: 'ACCOUNT', value: ({ accountId }) => accountId },
  created_at: { heading: 'MADE', value: (job) => showJob(job).created_at },
  done: { heading: 'DONE', value: ({ done }) => done },
  total: { heading: 'OF', value: ({ total }) => total },
};

export function jobCommand(write: OperatorWrite): Command {
  const command = new Command('job').description('List and cancel long work, such as imports and dumps.');

  command.addCommand(listCommand('List all jobs of the last days, the newest first.', listAllJobs, columns));

  command
    .command('cancel')
    .description('End a job at its next step. What it has done stays.')
    .argument('<id>', 'its number in "job list"', toId)
    .action(async (id: bigint) => {
      const { state } = await withAdvice(lookUp.job, write(writes.cancelJob, id));
      printOut(state === 'running' ? `Job ${id} ends at its next step.` : `Job ${id} is ${state}.`);
    });

  return command;
}
