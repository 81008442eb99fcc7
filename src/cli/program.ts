import type { Command } from 'commander';
import type { Threads } from '../store/sqlite/engine.ts';
import { accountCommand } from './account.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import { checkCommand } from './check.ts';
import { compactCommand } from './compact.ts';
import { completionCommand } from './completion.ts';
import { dumpCommand } from './dump.ts';
import { exportCommand } from './export.ts';
import { healthCommand } from './health.ts';
import { historyCommand } from './history.ts';
import { importCommand } from './import.ts';
import { jobCommand } from './job.ts';
import { keyCommand } from './key.ts';
import { mailCommand } from './mail.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { redactCommand } from './redact.ts';
import { routesCommand } from './routes.ts';
import { indexCommand } from './searchIndex.ts';
import { createServe, routeOutput } from './serve.ts';
import { starterCommand } from './starter.ts';
import { type OperatorWrite, type WithWrites, withWrites } from './stores.ts';
import { undoCommand } from './undo.ts';

/**
 * @param serve runs the service
 * @param threads the modules of its threads
 */
export function createProgram<T extends Threads>(serve: (threads: T) => Promise<void>, threads: T): Command {
  const inOneStore: WithWrites = (work) => withWrites(threads, work);
  const write: OperatorWrite = (...args) => inOneStore((write) => write(...args));
  const program = createServe(serve, threads);
  program.addCommand(accountCommand(write));
  program.addCommand(keyCommand(write));
  program.addCommand(jobCommand(write));
  program.addCommand(historyCommand());
  program.addCommand(undoCommand(write, inOneStore));
  program.addCommand(redactCommand(write, inOneStore));
  program.addCommand(starterCommand(inOneStore));
  program.addCommand(indexCommand(inOneStore));
  program.addCommand(checkCommand());
  program.addCommand(compactCommand(inOneStore));
  program.addCommand(exportCommand());
  program.addCommand(importCommand(inOneStore));
  program.addCommand(dumpCommand(write));
  program.addCommand(backupCommand());
  program.addCommand(restoreCommand(inOneStore));
  program.addCommand(moveCommand());
  program.addCommand(migrateCommand());
  program.addCommand(mailCommand());
  program.addCommand(routesCommand());
  program.addCommand(healthCommand());
  program.addCommand(completionCommand(program));
  routeOutput(program);
  return program;
}
