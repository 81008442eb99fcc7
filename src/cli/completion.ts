import { Argument, Command } from 'commander';
import { printOut } from './terminal.ts';

const shells = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof shells)[number];

/** The words that may follow the command `path`, such as "account list". */
type Choices = { path: string; words: { word: string; help: string }[] };

export function completionCommand(program: Command): Command {
  return new Command('completion')
    .description('Write a script that completes commands in a shell, for: source <(rockola completion bash).')
    .addArgument(new Argument('<shell>', 'which shell').choices(shells))
    .action((shell: Shell) => printOut(...scripts[shell](choicesOf(program, ''))));
}

function choicesOf(command: Command, path: string): Choices[] {
  const subcommands = command.commands.map((inner) => ({ word: inner.name(), help: inner.description() }));
  const options = command.options.map(({ long, description }) => ({ word: long ?? '', help: description }));
  const words = [...subcommands, ...options, { word: '--help', help: 'Show help' }];
  return [{ path, words }, ...command.commands.flatMap((inner) => choicesOf(inner, `${path} ${inner.name()}`.trim()))];
}

const scripts: Record<Shell, (choices: Choices[]) => string[]> = { bash, zsh, fish };

function bash(choices: Choices[]): string[] {
  return [
    '_rockola() {',
    `  local typed=("\${COMP_WORDS[@]:1:COMP_CWORD-1}") offered=""`,
    ...pathTyped,
    ...choices.map(({ path, words }) => `    "${path}") offered="${words.map(({ word }) => word).join(' ')}" ;;`),
    '  esac',
    `  COMPREPLY=($(compgen -W "$offered" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _rockola rockola',
  ];
}

function zsh(choices: Choices[]): string[] {
  const described = (words: Choices['words']) => words.map(({ word, help }) => `"${word}:${plain(help)}"`).join(' ');
  return [
    '#compdef rockola',
    '_rockola() {',
    `  local -a offered typed=("\${(@)words[2,CURRENT-1]}")`,
    ...pathTyped,
    ...choices.map(({ path, words }) => `    "${path}") offered=(${described(words)}) ;;`),
    '  esac',
    '  _describe rockola offered || _files',
    '}',
    'compdef _rockola rockola',
  ];
}

/** In bash and zsh: the words typed so far without options, and the beginning of a case for each command. */
const pathTyped = [
  '  local path_typed="" word',
  `  for word in "\${typed[@]}"; do`,
  `    case "$word" in -*) ;; *) path_typed="\${path_typed:+$path_typed }$word" ;; esac`,
  '  done',
  '  case "$path_typed" in',
];

function fish(choices: Choices[]): string[] {
  return choices.flatMap(({ path, words }) => {
    const before = path.split(' ').filter(Boolean);
    const subcommands = words.map(({ word }) => word).filter((word) => !word.startsWith('-'));
    const when = [...before.map(seen), ...(subcommands.length > 0 ? [`not ${seen(subcommands.join(' '))}`] : [])].join('; and ');
    return words.map(({ word, help }) => {
      const argument = word.startsWith('--') ? `-l ${word.slice(2)}` : `-f -a ${word}`;
      return `complete -c rockola ${when && `-n "${when}" `}${argument} -d "${plain(help)}"`;
    });
  });
}

function seen(words: string): string {
  return `__fish_seen_subcommand_from ${words}`;
}

/** Removes characters that a shell interprets in quotes, and the colon that zsh puts between a word and its help. */
function plain(help: string): string {
  return help.replace(/["`$\\:!]/g, '');
}
