import type { ChosenMistake, Mistake } from '../mistake.ts';
import type { Tree } from '../tree.ts';
import { mistakes } from './mistakes.ts';

/** @throws Error naming those that do not stand exactly once in their file, as the code has changed since */
export function chosenMistakes(tree: Tree): Mistake[] {
  const stale = mistakes.filter((mistake) => !standsOnce(tree.read(mistake.file), mistake.from));
  if (stale.length > 0) throw new Error(stale.map(({ file, from }) => `${file} must have exactly once: ${from}`).join('\n'));
  return mistakes.map((mistake: ChosenMistake) => ({ ...mistake, at: tree.read(mistake.file).indexOf(mistake.from) }));
}

function standsOnce(text: string, part: string): boolean {
  const at = text.indexOf(part);
  return at >= 0 && !text.includes(part, at + 1);
}
