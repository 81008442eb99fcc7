import type { Fault, Finding } from './fault.ts';

export type Result = { fault: Fault; missing?: string; finding: Finding; seconds: number };

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
