import type { Command } from 'commander';
import { createProgram } from '../../src/cli/program.ts';

function leaves(command: Command, above: string[] = []): string[] {
  return command.commands.flatMap((below) => {
    const path = [...above, below.name()];
    return below.commands.length === 0 ? [path.join(' ')] : leaves(below, path);
  });
}

const nowhere = new URL('file:///nowhere');

/** The command line, whose `serve` does nothing. */
export const makeProgram = () => createProgram(async () => {}, { writer: nowhere, reader: nowhere });

/** The full names of all commands, in the order of the help. */
export const commandNames = leaves(makeProgram());
