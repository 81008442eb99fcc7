import { table } from '../../src/cli/table.ts';
import { type Goal, type Missing, type Row, reached } from '../measure.ts';
import type { Spread } from '../spread.ts';

const titles = ['', 'work', 'median (least–most)', 'against', 'ratio (least–most)', 'goal', 'reached'];

/** The result in columns for a terminal, and below them what could not be measured, or needs a word. */
export function textTable(rows: (Row | Missing)[]): string {
  const notes = rows.flatMap((row) => noteOf(row) ?? []);
  return [...table(titles, rows.map(cellsOf)), '', ...notes].join('\n');
}

/**
 * The result as a table in Markdown, with what needs a word below. A figure stands once with all that it is compared with. The plot has
 * the points, and a note says what was not measured.
 */
export function markdownTable(rows: (Row | Missing)[]): string {
  const shown = rows.filter((row): row is Row => !('missing' in row) && !row.point);
  const figures = Map.groupBy(shown, ({ id, work, value, unit }) => [id, work, spreadText(value, unit)].join(' | '));
  const lines = [...figures].map(([figure, those]) => `| ${figure} | ${those.map(comparisonOf).join('<br>')} |`);
  const notes = new Set(rows.flatMap((row) => noteOf(row) ?? []));
  return [
    '| | work | median (least–most) | compared, goal |',
    '|---|---|---|---|',
    ...lines,
    '',
    ...[...notes].map((note) => `- ${note}`),
  ].join('\n');
}

function cellsOf(row: Row | Missing): string[] {
  if ('missing' in row) return [row.id, row.work, 'not measured', '', '', '', ''];
  const { id, work, value, unit, against = '', ratio, goal } = row;
  const met = reached(row);
  return [
    id,
    work,
    spreadText(value, unit),
    against,
    ratio ? spreadText(ratio, '×') : '',
    goal ? goalText(goal, ratio ? '×' : unit) : '',
    met === undefined ? '' : met ? 'yes' : 'no',
  ];
}

/** Only a goal that was missed says so. */
function comparisonOf(row: Row): string {
  const [, , , against = '', ratio = '', goal = '', met = ''] = cellsOf(row);
  const compared = ratio ? `${ratio} of ${against}` : against;
  return [compared, goal, met === 'no' ? 'missed' : ''].filter(Boolean).join(', ');
}

function noteOf(row: Row | Missing): string | undefined {
  const { id, work } = row;
  if ('missing' in row) return `${id} ${work}: not measured: ${row.missing}`;
  return row.note && `${id} ${work}: ${row.note}`;
}

/** Median and, where it was taken more than once, the least and the most. */
export function spreadText({ median, min, max }: Spread, unit: string): string {
  const range = min === max ? '' : ` (${numberText(min)}–${numberText(max)})`;
  return withUnit(numberText(median), unit) + range;
}

function goalText(goal: Goal, unit: string): string {
  const [sign, limit] = 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost];
  return `${sign} ${withUnit(numberText(limit), unit)}`;
}

function withUnit(number: string, unit: string): string {
  return ['', '/s', '×'].includes(unit) ? number + unit : `${number} ${unit}`;
}

/** Three figures are as many as the machine's quiet allows. */
export function numberText(number: number): string {
  if (!Number.isFinite(number)) return '?';
  const rounded = Number(number.toPrecision(3));
  return rounded.toLocaleString('en-GB', { maximumFractionDigits: 3 });
}
