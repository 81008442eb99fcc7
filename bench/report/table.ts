import { table } from '../../src/cli/table.ts';
import { type Goal, type Missing, type Row, reached } from '../measure.ts';
import type { Spread } from '../spread.ts';

const titles = ['', 'work', 'median (least–most)', 'against', 'ratio (least–most)', 'goal', 'reached'];

/** The results in columns for a terminal, and the notes below them. */
export function textTable(rows: (Row | Missing)[]): string {
  const notes = rows.flatMap((row) => noteOf(row) ?? []);
  return [...table(titles, rows.map(cellsOf)), '', ...notes].join('\n');
}

/**
 * The results as a Markdown table, with the notes below. A figure that is compared with several others has one row. Rows that are only
 * points of the plot (`costPlot`) are left out.
 */
export function markdownTable(rows: (Row | Missing)[]): string {
  const shown = rows.filter((row): row is Row => !('missing' in row) && !row.point);
  const figures = Map.groupBy(shown, ({ id, work, value, unit }) => [id, work, spreadText(value, unit)].join(' | '));
  const lines = [...figures].map(([figure, comparisons]) => `| ${figure} | ${comparisons.map(comparisonOf).join('<br>')} |`);
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

/** Adds "missed" only if a goal was missed. */
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

/** The median and, if there were several rounds, the minimum and the maximum. */
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

/** Three significant figures: the noise of the machine allows no more. */
export function numberText(number: number): string {
  if (!Number.isFinite(number)) return '?';
  const rounded = Number(number.toPrecision(3));
  return rounded.toLocaleString('en-GB', { maximumFractionDigits: 3 });
}
