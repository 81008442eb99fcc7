import type { Fault, Finding, Scale } from './fault.ts';

export type Result = { fault: Fault; missing?: string; finding: Finding; seconds: number };

const page = new URL('../../docs/reliability.md', import.meta.url).pathname;
const marked = /(<!-- faults -->\n)[\s\S]*?(<!-- \/faults -->)/;

/** The results as a table in Markdown. */
export function tableOf(results: Result[]): string {
  const rows = results.map(({ fault, missing, finding, seconds }) =>
    missing
      ? [fault.id, fault.title, `not run: needs ${missing}`, '', '', '']
      : [fault.id, fault.title, finding.did, verdictOf(finding), finding.control, `${Math.round(seconds)} s`],
  );
  return [['', 'fault', 'done', 'found', 'control', 'took'], Array.from({ length: 6 }, () => '---'), ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function verdictOf({ found, broken }: Finding): string {
  return broken.length === 0 ? found : `**broken**: ${broken.length} promises; ${found}`;
}

/** Puts the table into the docs, with the day and the command that reproduces it. */
export async function writeTable(results: Result[], scale: Scale): Promise<void> {
  const command = `npm run faults${scale === 'long' ? '' : ` -- --${scale}`}`;
  const text = await Bun.file(page).text();
  const day = new Date().toISOString().slice(0, 10);
  await Bun.write(
    page,
    text.replace(marked, (_, open, close) => `${open}\nBy \`${command}\` on ${day}:\n\n${tableOf(results)}\n\n${close}`),
  );
}
