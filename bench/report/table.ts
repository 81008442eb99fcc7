import { table } from '../../src/cli/table.ts';
import { type Goal, type Missing, type Row, reached } from '../measure.ts';
import type { Spread } from '../spread.ts';

const titles = ['', 'work', 'median (least–most)', 'against', 'ratio (least–most)', 'goal', 'reached'];

/** The result in columns for a terminal. */
export function textTable(rows: (Row | Missing)[]): string {
  return table(titles, rows.map(cellsOf));
}

/** The result as a table in Markdown. */
export function markdownTable(rows: (Row | Missing)[]): string {
  return [titles, titles.map(() => '---'), ...rows.map(cellsOf)].map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellsOf(row: Row | Missing): string[] {
  if ('missing' in row) return [row.id, row.work, `not measured: ${row.missing}`, '', '', '', ''];
  const { id, work, value, unit, against = '', ratio, goal, note } = row;
  const met = reached(row);
  return [
    id,
    note ? `${work} (${note})` : work,
    spreadText(value, unit),
    against,
    ratio ? spreadText(ratio, '×') : '',
    goal ? goalText(goal, ratio ? '×' : unit) : '',
    met === undefined ? '' : met ? 'yes' : 'no',
  ];
}

/** Median and, where it was taken more than once, the least and the most. */
export function spreadText({ median, min, max }: Spread, unit: string): string {
  const range = min === max ? '' : ` (${numberText(min)}–${numberText(max)})`;
  return `${numberText(median)}${unit === '' || unit.startsWith('/') || unit === '×' ? unit : ` ${unit}`}${range}`;
}

function goalText(goal: Goal, unit: string): string {
  const [sign, limit] = 'atLeast' in goal ? ['≥', goal.atLeast] : ['≤', goal.atMost];
  return `${sign} ${numberText(limit)}${unit === '×' ? ' ×' : ` ${unit}`}`.trimEnd();
}

/** Three figures are as many as the machine's quiet allows. */
export function numberText(number: number): string {
  if (!Number.isFinite(number)) return '?';
  const rounded = number >= 1_000 ? Math.round(number / 100) * 100 : Number(number.toPrecision(3));
  return rounded.toLocaleString('en-GB', { maximumFractionDigits: 3 });
}
