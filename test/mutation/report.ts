import { checkers } from './judges.ts';
import { changedLine, type Mistake, roomOf } from './mistake.ts';
import { type Survivor, survivors } from './survivors.ts';
import type { Tree } from './tree.ts';
import type { Verdict } from './trial.ts';

/** One line for one mistake: where it is, what it is, and how the line reads with it. */
export function describe(tree: Tree, mistake: Mistake): string {
  const text = tree.read(mistake.file);
  const line = text.slice(0, mistake.at).split('\n').length;
  return `${mistake.file}:${line} ${mistake.why}: ${shortened(mistake.from)} → ${shortened(mistake.to)}   | ${shortened(changedLine(text, mistake))}`;
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= 140 ? line : `${line.slice(0, 137)}…`;
}

/** Why nobody has to see a mistake; undefined where somebody should. */
export function reasonFor(tree: Tree, mistake: Mistake): string | undefined {
  return survivors.find((known) => isExcused(known, mistake, tree.read(mistake.file)))?.why;
}

/** @param text of the mistake's file, without it */
export function isExcused({ file, line, from }: Survivor, mistake: Mistake, text: string): boolean {
  return file === mistake.file && (from ?? mistake.from) === mistake.from && changedLine(text, mistake).includes(line);
}

/** What was found, by room, as a table in Markdown. */
export function tableOf(tree: Tree, verdicts: Verdict[]): string {
  const ofRooms = Map.groupBy(verdicts, ({ mistake }) => roomOf(mistake.file) ?? '');
  const rows = [...ofRooms].toSorted().map(([room, some]) => rowOf(tree, room, some));
  return [
    ['', 'mistakes', 'seen by tests', 'by compiler, linter', 'unseen, with a reason', 'unseen', 'seen'],
    Array.from({ length: 7 }, () => '---'),
    ...rows,
    rowOf(tree, 'all', verdicts),
  ]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

function rowOf(tree: Tree, name: string, verdicts: Verdict[]): string[] {
  const compiled = verdicts.filter(({ killedBy }) => checkers.some(({ name }) => name === killedBy)).length;
  const unseen = verdicts.filter(({ killedBy }) => killedBy === undefined);
  const excused = unseen.filter(({ mistake }) => reasonFor(tree, mistake) !== undefined).length;
  const seen = verdicts.length - unseen.length;
  const share = verdicts.length === 0 ? '' : `${Math.round((100 * seen) / verdicts.length)} %`;
  return [name, ...[verdicts.length, seen - compiled, compiled, excused, unseen.length - excused].map(String), share];
}
