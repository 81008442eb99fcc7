import type { Round } from './round.ts';

type Column = [title: string, cell: (round: Round) => string | number];

const columns: Column[] = [
  ['round', ({ label }) => label],
  ['how the primary ended', ({ failure }) => failure],
  ['acked', ({ acks }) => acks],
  ['unknown', ({ unknown }) => unknown],
  ['of these kept', ({ unknownKept }) => unknownKept],
  ['sent again', ({ retried }) => retried.sent],
  ['of these replayed', ({ retried }) => retried.replayed],
  ['turned away', ({ away }) => away],
  ['refused', ({ refused }) => refused],
  ['lost', ({ lost }) => lost.length],
  ['twice', ({ twice }) => twice.length],
  ['promoted, ms', ({ switched }) => Math.round(switched)],
  ['write gap, ms', ({ gap }) => Math.round(gap)],
  ['slowest answer, ms', ({ slowest }) => Math.round(slowest)],
];

/** The rounds as a table in Markdown. */
export function tableOf(rounds: Round[]): string {
  const row = (cells: (string | number)[]) => `| ${cells.join(' | ')} |`;
  return [
    row(columns.map(([title]) => title)),
    row(columns.map((_, n) => (n < 2 ? '---' : '---:'))),
    ...rounds.map((round) => row(columns.map(([, cell]) => cell(round)))),
  ].join('\n');
}

/** One round in one line. */
export function lineOf(round: Round): string {
  return columns.map(([title, cell]) => `${title} ${cell(round)}`).join(', ');
}
