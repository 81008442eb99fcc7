import type { Bench, Missing, Row } from '../measure.ts';
import { machine, versions } from './machine.ts';
import { costPlot } from './plot.ts';
import { markdownTable, spreadText } from './table.ts';

const fullPath = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;

/** Writes the results to bench/results.json, bench/cost.svg, docs/performance.md and README.md. */
export async function publish(
  rows: (Row | Missing)[],
  { pairs, seconds, loadBefore }: Pick<Bench, 'pairs' | 'seconds' | 'loadBefore'>,
): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const thisMachine = machine();
  const measured = rows.filter((row): row is Row => !('missing' in row));
  await Bun.write(
    fullPath('bench/results.json'),
    `${JSON.stringify({ date, machine: thisMachine, versions: versions(), pairs, seconds, loadBefore, rows }, null, 2)}\n`,
  );
  await Bun.write(fullPath('bench/cost.svg'), costPlot(measured));
  const conditions = `${date}, ${thisMachine.cores} cores of ${thisMachine.cpu}, ${thisMachine.memoryGB} GB, ${pairs} rounds of ${seconds} s, load by ${thisMachine.load}.${disturbance(loadBefore)}`;
  await replaceMarked('docs/performance.md', `${conditions}\n\n${markdownTable(rows)}`);
  await replaceMarked('README.md', `${readmeTable(measured)}\n\nTaken on ${conditions}`);
}

/** Above this load average the machine had other work, and the figures are too low. */
const quiet = 0.5;

function disturbance(load: number): string {
  return load <= quiet
    ? ''
    : `\n**The machine was busy with other work** (load ${load.toFixed(1)} before the run): take the ratios as rough.`;
}

/** The rows that README quotes: their id, how the work begins, and how the peer's name begins. */
const quoted: [id: string, work: string, peer: string][] = [
  ['P13', 'GET one', 'Go '],
  ['P13', 'list of 10', 'Go '],
  ['P13', 'POST', 'Go '],
  ['P13', 'GET one', 'PocketBase'],
  ['P13', 'POST', 'PocketBase'],
  ['P10', 'start to first', ''],
];

function readmeTable(rows: Row[]): string {
  const chosen = quoted.flatMap(([id, work, peer]) =>
    rows.filter((row) => row.id === id && row.work.startsWith(work) && (row.against ?? '').startsWith(peer)),
  );
  const cells = chosen.map(({ work, value, unit, ratio, against }) => [
    work,
    spreadText(value, unit),
    ratio ? `${spreadText(ratio, '×')} of ${against}` : '',
  ]);
  return [['work', 'median (least–most)', 'compared'], ['---', '---', '---'], ...cells].map((line) => `| ${line.join(' | ')} |`).join('\n');
}

const marked = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

/** Puts a text between the marks of a page. */
async function replaceMarked(page: string, text: string): Promise<void> {
  const old = await Bun.file(fullPath(page)).text();
  if (!marked.test(old)) throw new Error(`${page} has lost its marks <!-- bench --> and <!-- /bench -->; put them back.`);
  await Bun.write(
    fullPath(page),
    old.replace(marked, (_, open, close) => `${open}\n${text}\n\n${close}`),
  );
}
