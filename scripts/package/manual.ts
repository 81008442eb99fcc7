import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';
import { settings } from '../../src/config/settings.ts';
import type { Build } from './build.ts';

/** The page of the manual (section 1), in the language of man(7), made of the commands and the settings themselves. */
export function manualPage({ version, time }: Build): string {
  const nowhere = new URL('file:///nowhere');
  const program = createProgram(async () => {}, { writer: nowhere, reader: nowhere });
  return `${[
    `.TH ROCKOLA 1 ${time.toISOString().slice(0, 10)} "rockola ${version}"`,
    '.SH NAME',
    'rockola \\- a catalogue server for Argentine rock',
    '.SH SYNOPSIS',
    '.B rockola',
    '.I command',
    '.RI [ options ]',
    '.SH DESCRIPTION',
    'Serves a catalogue of artists and their albums, over HTTP and as pages, from one file or from PostgreSQL.',
    'The other commands work on the same store, whether its server runs or not.',
    '.SH COMMANDS',
    ...leaves(program, 'rockola').flatMap(commandText),
    '.SH ENVIRONMENT',
    'The value in brackets applies if a variable is not set.',
    ...settings.flatMap(({ name, help, defaultText }) => ['.TP', `.B ${escaped(name)}`, escaped(`${help} [${defaultText}]`)]),
    '.SH EXIT STATUS',
    '0 if all went well, 2 if settings are wrong or the store is not for this version, otherwise 1.',
    '.SH SEE ALSO',
    'The documents in /usr/share/doc/rockola, of which docs/operating.md is for operators.',
  ].join('\n')}\n`;
}

type Leaf = { path: string; command: Command };

/** The commands without subcommands, each with its full path. */
function leaves(command: Command, path: string): Leaf[] {
  if (command.commands.length === 0) return [{ path, command }];
  return command.commands.flatMap((below) => leaves(below, `${path} ${below.name()}`));
}

function commandText({ path, command }: Leaf): string[] {
  const args = command.registeredArguments
    .map((argument) => (argument.required ? `<${argument.name()}>` : `[${argument.name()}]`))
    .join(' ');
  const options = command.options.flatMap(({ flags, description }) => ['.TP', `.B ${escaped(flags)}`, escaped(description)]);
  return [
    '.TP',
    `.B ${escaped(`${path} ${args}`.trim())}`,
    escaped(command.description()),
    ...(options.length > 0 ? ['.RS', ...options, '.RE'] : []),
  ];
}

/** Text as man(7) takes it: "-" is a minus, and a line that begins with "." or "'" is no request. */
function escaped(text: string): string {
  return text
    .replace(/\\/g, '\\e')
    .replace(/-/g, '\\-')
    .replace(/^(?=[.'])/, '\\&');
}
