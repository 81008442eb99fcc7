import { Command } from 'commander';
import { settings } from '../config/settings.ts';
import { Problem, type ProblemCode } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';
import { fileRefusal } from '../store/fileRefusal.ts';
import type { Threads } from '../store/sqlite/engine.ts';
import { commit, version } from '../version.ts';
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
import type { OperatorWrite, WithWrites } from './operatorWrite.ts';
import { redactCommand } from './redact.ts';
import { routesCommand } from './routes.ts';
import { indexCommand } from './searchIndex.ts';
import { checkServe } from './serveCheck.ts';
import { starterCommand } from './starter.ts';
import { withWrites } from './stores.ts';
import { printErr, printOut } from './terminal.ts';
import { undoCommand } from './undo.ts';

/**
 * @param serve runs the service
 * @param threads the modules of its threads
 */
export function createProgram<T extends Threads>(serve: (threads: T) => Promise<void>, threads: T): Command {
  const inOneStore: WithWrites = (work) => withWrites(threads, work);
  const write: OperatorWrite = (...args) => inOneStore((write) => write(...args));
  const program = new Command('rockola')
    .description('A catalogue server for Argentine rock.')
    .version(`${version} (${commit})`)
    .addHelpText('after', `\nSettings come from the environment; "rockola serve --help" lists them.`);
  program
    .command('serve')
    .description('Serve the API until SIGTERM or Ctrl+C.')
    .option('--check', 'only check the settings, their files and the store; nothing is started or changed')
    .addHelpText('after', settingsHelp())
    .action(({ check }: { check?: boolean }) => (check ? checkServe() : serve(threads)));
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

/** Sends Commander's messages through `terminal.ts`, which escapes the user's words in them. Each command needs this separately. */
function routeOutput(command: Command): void {
  command.showHelpAfterError('(add --help for help)');
  command.configureOutput({
    writeOut: (text) => printOut(...linesOf(text)),
    writeErr: (text) => printErr(...linesOf(text)),
    // The user's words stay on one line; Commander puts its hint on a second.
    outputError: (text) => printErr(...text.trimEnd().split(/\n(?=\(Did you mean )/)),
  });
  for (const subcommand of command.commands) routeOutput(subcommand);
}

/** Without the last line end, since `printOut` and `printErr` add one. */
function linesOf(text: string): string[] {
  return text.replace(/\n$/, '').split('\n');
}

function settingsHelp(): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const lines = settings.map(({ name, defaultText, help }) => `  ${name.padEnd(width)}  ${help} [${defaultText}]`);
  return `\nSettings (environment variables):\n${lines.join('\n')}`;
}

/** Exit code 1 for an error, 2 where settings are wrong. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    printErr(...sentencesOf(error));
    process.exit(error instanceof StartRefused ? error.exitCode : 1);
  }
}

function sentencesOf(error: unknown): string[] {
  if (error instanceof StartRefused) return error.reasons;
  if (error instanceof Problem) return sentencesOfProblem(error);
  const { path } = error as { path?: unknown };
  const refusal = typeof path === 'string' ? fileRefusal(path, error) : undefined;
  if (refusal) return refusal.reasons;
  return `This is a defect of Rockola: ${error instanceof Error ? error.stack : error}`.split('\n');
}

/** Advice for problems whose message has none: clients of the API need only the code. */
const nextSteps: Partial<Record<ProblemCode, string>> = {
  unavailable: 'Try again in a moment.',
  'storage-full': 'Free some space, and try again.',
};

function sentencesOfProblem({ code, message, facts: { errors = [] } }: Problem): string[] {
  if (code === 'invalid-input') return errors.map(({ pointer, detail }) => `The ${pointer.slice(1) || 'request'} ${detail}.`);
  return [[message, nextSteps[code] ?? []].flat().join(' ')];
}
