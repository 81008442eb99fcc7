import { dirname, join, normalize } from 'node:path';
import { roomOf } from './mistake.ts';
import type { Tree } from './tree.ts';

/** A test file, the compiler or the linter. `reach`: in how many steps of imports it reaches each of our files. */
export type Judge = { name: string; command: string[]; reach: Map<string, number> };

/** Asked last, since a mistake that they see says little about the tests. */
export const checkers: Judge[] = [
  { name: 'tsc', command: ['node_modules/.bin/tsc', '--noEmit'], reach: new Map() },
  { name: 'biome', command: ['node_modules/.bin/biome', 'lint', 'src'], reach: new Map() },
];

/** What `npm test` runs on SQLite. */
const folders = ['test/unit', 'test/sqlite', 'test/api', 'test/http', 'test/web', 'test/hostile', 'test/faults'];

/** Finds reasons that fit no mistake, so any change of a file with a reason turns it red. */
const knowsThem = 'test/unit/mutation.test.ts';

export function judgesOf(tree: Tree): Judge[] {
  const files = folders.flatMap((folder) => [...new Bun.Glob(`${folder}/*.test.ts`).scanSync(tree.folder)].sort());
  return files
    .filter((file) => file !== knowsThem)
    .map((file) => ({
      name: file,
      command: [process.execPath, '--no-orphans', 'test', '--bail', '--timeout', '60000', `./${file}`],
      reach: reachOf(tree, file),
    }));
}

function reachOf(tree: Tree, file: string): Map<string, number> {
  const reach = new Map([[file, 0]]);
  for (const [from, steps] of reach) {
    for (const to of importsOf(tree, from)) if (!reach.has(to)) reach.set(to, steps + 1);
  }
  return reach;
}

function importsOf(tree: Tree, file: string): string[] {
  if (!/\.tsx?$/.test(file)) return [];
  return [...tree.read(file).matchAll(/^(?:import|export) [^;]*?from '(\.[^']+)'/gm)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  );
}

/** Of a test file that was never timed, and of the checkers. */
const unknown = 10;

/** What judges took and found so far, which tells what to run first. */
export type Experience = {
  secondsOf(judge: Judge): number;
  noteSeconds(judge: Judge, seconds: number): void;
  noteFind(judge: Judge, file: string): void;
  /** The `most` that are most likely to see a mistake in a file, of these the quick ones first. */
  inOrder(judges: Judge[], file: string, most: number): Judge[];
};

/** @param known seconds that a judge usually takes, by its name */
export function createExperience(known: Map<string, number>): Experience {
  const seconds = new Map<Judge, number>();
  const secondsOf = (judge: Judge) => seconds.get(judge) ?? known.get(judge.name) ?? unknown;
  const finds: { judge: Judge; file: string }[] = [];

  function likelihood(judge: Judge, file: string): number {
    const own = finds.filter((find) => find.judge === judge);
    const here = own.filter((find) => find.file === file).length;
    const near = own.filter((find) => dirname(find.file) === dirname(file)).length;
    const words = new Set([...wordsOf(file), ...wordsOf(roomOf(file) ?? '')]);
    const shared = wordsOf(judge.name).filter((word) => words.has(word)).length;
    const slow = /^test\/(web|hostile|faults)/.test(judge.name) ? 0.1 : 1;
    return slow * (1 + 8 * here + near + nearness(judge.reach.get(file)) + 15 * shared);
  }

  return {
    secondsOf,
    noteSeconds: (judge, taken) => void seconds.set(judge, taken),
    noteFind: (judge, file) => void finds.push({ judge, file }),
    inOrder(judges, file, most) {
      const likely = judges.toSorted((a, b) => likelihood(b, file) - likelihood(a, file)).slice(0, most);
      const score = (judge: Judge) => likelihood(judge, file) / (1 + secondsOf(judge));
      return likely.toSorted((a, b) => score(b) - score(a));
    },
  };
}

function nearness(steps: number | undefined): number {
  return steps === undefined ? 0 : 20 / steps;
}

/** Of `src/store/linkToken.ts` mail and token: in the singular, without the names of rooms. */
function wordsOf(path: string): string[] {
  const words = (path.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase().replace(/s$/, ''));
  return words.filter((word) => !['src', 'test', 'tsx', 'ts', 'api', 'http', 'store', 'model', 'operation'].includes(word));
}
