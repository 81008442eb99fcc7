import type { Bench, Missing, Row } from '../measure.ts';
import { machine, versions } from './machine.ts';
import { markdownTable } from './table.ts';

const at = (path: string) => new URL(`../../${path}`, import.meta.url).pathname;

/** Writes the result where people look: bench/results.json and docs/performance.md. */
export async function publish(rows: (Row | Missing)[], { pairs, seconds }: Bench): Promise<void> {
  const date = new Date().toISOString().slice(0, 10);
  const result = { date, machine: machine(), versions: versions(), pairs, seconds, rows };
  await Bun.write(at('bench/results.json'), `${JSON.stringify(result, null, 2)}\n`);
  await replaceMarked('docs/performance.md', 'bench', markdownTable(rows));
}

/** Puts a text between the marks of a name in a page. */
async function replaceMarked(page: string, name: string, text: string): Promise<void> {
  const marked = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  const old = await Bun.file(at(page)).text();
  await Bun.write(
    at(page),
    old.replace(marked, (_, open, close) => `${open}\n${text}\n\n${close}`),
  );
}
