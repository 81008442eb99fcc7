import { describe, expect, spyOn, test } from 'bun:test';
import fs, { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { maxInt64 } from '../../src/model/int64.ts';
import { factKinds, kinds } from '../../src/model/record.ts';
import { commands } from '../starts/commands.ts';
import { commandNames, makeProgram } from '../support/commands.ts';

test('every command is tried on a store of another version', () => {
  expect(Object.keys(commands).toSorted()).toEqual(commandNames.toSorted());
});

test('the manual of the operator has every command', () => {
  const manual = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const lacks = (command: string) => !new RegExp(`\\brockola (?:-- )?${command}\\b`).test(manual);
  const ofAKind = [...factKinds, 'album'].flatMap((kind) => [`undo ${kind}`, `redact ${kind}`]);
  expect(commandNames.filter((command) => !ofAKind.includes(command) && lacks(command))).toEqual([]);
});

/** A command and all its subcommands, each with its path. */
function walk(command: Command, path: string[] = []): { command: Command; path: string[] }[] {
  return [{ command, path }, ...command.commands.flatMap((below) => walk(below, [...path, below.name()]))];
}

/** The standard output of the program with these arguments. */
async function outputOf(words: string[]): Promise<string> {
  const program = makeProgram();
  for (const { command } of walk(program)) command.exitOverride();
  let text = '';
  const written = spyOn(fs, 'writeSync').mockImplementation(((_: number, bytes: Buffer) => {
    text += bytes;
    return bytes.length;
  }) as never);
  try {
    await program.parseAsync(words, { from: 'user' }).catch((error) => {
      if (error.code !== 'commander.helpDisplayed') throw error;
    });
    return text;
  } finally {
    written.mockRestore();
  }
}

const everyCommand = walk(makeProgram());
const optionsOf = ({ options }: Command) => options.map(({ long }) => String(long));

describe.each(everyCommand.map(({ path, command }) => [path.join(' '), command, path] as const))('rockola %s', (_, command, path) => {
  test('--help has its description, its arguments, its options and its subcommands', async () => {
    const help = await outputOf([...path, '--help']);
    const names = [command, ...command.commands].map((shown) => shown.name());
    const wanted = [...names, ...optionsOf(command), ...command.registeredArguments.map((argument) => argument.name())];
    for (const text of wanted) expect(help).toContain(text);
    expect(help.replace(/\s+/g, ' ')).toContain(command.description());
  });
});

/** Options and arguments that are integers, with their least and greatest values. */
const bounds: Record<string, [least: bigint, most: bigint]> = {
  'history <id>': [1n, maxInt64],
  'history --limit': [1n, 100n],
  'history --before': [1n, maxInt64],
  ...Object.fromEntries(
    kinds.flatMap((kind) =>
      ['undo', 'redact'].flatMap((verb) => ['id', 'version'].map((name) => [`${verb} ${kind} <${name}>`, [1n, maxInt64]])),
    ),
  ),
  'key add --days': [1n, 3650n],
  'key revoke <id>': [1n, maxInt64],
  'job cancel <id>': [1n, maxInt64],
  'backup --keep': [1n, 10_000n],
};
const parsedTexts = ['key add --scopes', 'import --map', 'import --map-file'];

test('every number that a command takes is refused outside its bounds', () => {
  const parameters = everyCommand.flatMap(({ path, command }) => [
    ...command.options.map((option) => ({ ...option, id: `${path.join(' ')} ${option.long}` })),
    ...command.registeredArguments.map((argument) => ({ ...argument, id: `${path.join(' ')} <${argument.name()}>` })),
  ]);
  const numbers = parameters.filter(({ id, parseArg, argChoices }) => parseArg && !argChoices && !parsedTexts.includes(id));
  const parsers = numbers.map(({ id, parseArg }) => [id, parseArg as (text: string) => bigint | number] as const);
  expect(parsers.map(([name]) => name).toSorted()).toEqual(Object.keys(bounds).toSorted());
  for (const [name, parse] of parsers) {
    const [least, most] = bounds[name] as [bigint, bigint];
    for (const good of [least, most]) expect([name, BigInt(parse(String(good)))]).toEqual([name, good]);
    for (const bad of [least - 1n, most + 1n, '', ' ', '1.5', '-1', 'x', '1e1']) expect(() => parse(String(bad))).toThrow();
  }
});

describe('completion', () => {
  /** The words that bash offers after each path, by the completion script. */
  function offeredByBash(script: string): string[] {
    const asks = everyCommand.map(({ path }) => {
      const typed = ['rockola', ...path, ''].map((word) => `'${word}'`).join(' ');
      return `COMP_WORDS=(${typed}); COMP_CWORD=${path.length + 1}; COMPREPLY=(); _rockola; echo "\${COMPREPLY[@]}"`;
    });
    const { stdout, stderr, exitCode } = Bun.spawnSync(['bash', '-c', [script, ...asks].join('\n')]);
    expect([exitCode, stderr.toString()]).toEqual([0, '']);
    return stdout.toString().split('\n').slice(0, -1);
  }

  test('in bash offers all commands and options after each command', async () => {
    const offered = offeredByBash(await outputOf(['completion', 'bash']));
    const wanted = everyCommand.map(({ command }) =>
      [...command.commands.map((below) => below.name()), ...optionsOf(command), '--help'].join(' '),
    );
    expect(offered).toEqual(wanted);
  });

  test.each(['zsh', 'fish'])('in %s names all commands and options, and the shell, where installed, can parse it', async (shell) => {
    const script = await outputOf(['completion', shell]);
    for (const { command, path } of everyCommand)
      for (const word of [...path, ...optionsOf(command)]) expect(script).toContain(word.replace(/^--/, ''));
    if (Bun.which(shell)) expect(Bun.spawnSync([shell, '-n', '/dev/stdin'], { stdin: Buffer.from(script) }).exitCode).toBe(0);
  });
});
