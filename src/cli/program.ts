import { Command } from 'commander';
import { readConfig } from '../config.ts';
import { Problem } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';
import { settings } from '../settings.ts';
import { version } from '../version.ts';
import { backupCommand, restoreCommand } from './backup.ts';
import type { Changer } from './changer.ts';
import { checkCommand } from './check.ts';
import { keyCommand } from './key.ts';
import { moveCommand } from './move.ts';
import { changeStore } from './stores.ts';
import { userCommand } from './user.ts';

/** The command line. @param serve runs the service @param writer the writer thread's program */
export function createProgram(serve: (writer: URL) => Promise<void>, writer: URL): Command {
  const change: Changer = (operation, input) => changeStore(readConfig(process.env), writer, operation, input);
  const program = new Command('rockola')
    .description('A catalogue server for Argentine rock.')
    .version(version)
    .showHelpAfterError('(add --help for what there is)')
    .addHelpText('after', `\nSettings come from the environment; "rockola serve --help" lists them.`);
  program
    .command('serve')
    .description('Serve the API until SIGTERM or Ctrl+C.')
    .addHelpText('after', settingsHelp())
    .action(() => serve(writer));
  program.addCommand(userCommand(change));
  program.addCommand(keyCommand(change));
  program.addCommand(checkCommand());
  program.addCommand(backupCommand());
  program.addCommand(restoreCommand());
  program.addCommand(moveCommand());
  return program;
}

function settingsHelp(): string {
  const width = Math.max(...settings.map(({ name }) => name.length));
  const lines = settings.map(({ name, usual, help }) => `  ${name.padEnd(width)}  ${help} [${usual}]`);
  return `\nSettings (environment variables):\n${lines.join('\n')}`;
}

/** Runs the command line and turns what it throws into sentences and exit code 1. */
export async function runProgram(program: Command): Promise<void> {
  try {
    await program.parseAsync();
  } catch (error) {
    const sentences = error instanceof StartRefused ? error.faults : error instanceof Problem ? [error.message] : undefined;
    for (const sentence of sentences ?? [`This is a defect of Rockola: ${error instanceof Error ? error.stack : error}`])
      console.error(sentence);
    process.exit(1);
  }
}
