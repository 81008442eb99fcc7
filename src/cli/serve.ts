import { Command, Help } from 'commander';
import { settings } from '../config/settings.ts';
import { Problem, type ProblemCode } from '../model/problem.ts';
import { StartRefused } from '../model/startRefused.ts';
import { fileRefusal } from '../store/fileRefusal.ts';
import { commit, version } from '../version.ts';
import { printErr, printOut } from './terminal.ts';

/** The command line with only `serve`, since the service should not load the other commands. */
export function createServe<T>(serve: (threads: T) => Promise<void>, threads: T): Command {
  const program = new Command('rockola')
    .description('A catalogue server for Argentine rock.')
    .version(`${version} (${commit})`)
    .addHelpText('after', `\nSettings come from the environment; "rockola serve --help" lists them.`);
  program
    .command('serve')
    .description('Serve the API until SIGTERM or Ctrl+C.')
    .option('--check', 'only check the settings, their files and the store; nothing is started or changed')
    .addHelpText('after', settingsHelp())
    .action(async ({ check }: { check?: boolean }) => (check ? (await import('./serveCheck.ts')).checkServe() : serve(threads)));
  routeOutput(program);
  return program;
}

/** Sends Commander's messages through `terminal.ts`, which escapes the user's words in them. Each command needs this separately. */
export function routeOutput(command: Command): void {
  command.showHelpAfterError('(add --help for help)');
  const { optionDescription } = new Help();
  command.configureHelp({ optionDescription: (option) => optionDescription(option) + (option.mandatory ? ' (required)' : '') });
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

/** Exit code 1 for an error, 2 for wrong settings. */
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
