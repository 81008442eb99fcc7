import type { Mistake } from './mistake.ts';
import type { Tree } from './tree.ts';

/** A test file, the compiler or the linter. Each may detect a mistake. */
export type Judge = { name: string; command: string[] };

/** They run last, since a mistake that they detect says little about the tests. */
export const checkers: Judge[] = [
  { name: 'tsc', command: ['node_modules/.bin/tsc', '--noEmit'] },
  { name: 'biome', command: ['node_modules/.bin/biome', 'lint', 'src'] },
];

/** A test or a file that takes longer counts as failed, in ms. */
const patience = 300_000;

/** The tests of `npm test` on SQLite. */
const folders = ['test/unit', 'test/sqlite', 'test/api', 'test/http', 'test/web', 'test/hostile', 'test/faults'];

/** The test files for a mistake: first those that share a word with its file, the quick ones before the others. */
export function judgesOf(tree: Tree, { file }: Mistake): Judge[] {
  const seconds = (JSON.parse(tree.read('test/timings/sqlite.json')) as { files: Record<string, number> }).files;
  const words = new Set(wordsOf(file));
  const rank = (name: string) => (wordsOf(name).some((word) => words.has(word)) ? 0 : 1e9) + (seconds[name] ?? 1_000);
  return folders
    .flatMap((folder) => [...new Bun.Glob(`${folder}/*.test.ts`).scanSync(tree.folder)])
    .toSorted((a, b) => rank(a) - rank(b))
    .map((name) => ({ name, command: [process.execPath, '--no-orphans', 'test', '--bail', '--timeout', String(patience), `./${name}`] }));
}

/**
 * The words of a path, such as `link` and `token` of `src/store/linkToken.ts`. Tests that start the program do not import its files, so
 * names are compared.
 */
function wordsOf(path: string): string[] {
  const common = ['src', 'test', 'tsx', 'ts', 'api', 'http', 'store', 'model', 'operations'];
  const words = (path.match(/[A-Z]?[a-z]+/g) ?? []).map((word) => word.toLowerCase());
  return words.filter((word) => !common.includes(word)).map((word) => word.replace(/s$/, ''));
}

export async function isGreen({ folder }: Tree, { command }: Judge): Promise<boolean> {
  const env = { ...process.env, TEST_ENGINE: 'sqlite' };
  const child = Bun.spawn(command, { cwd: folder, env, stdio: ['ignore', 'ignore', 'ignore'], timeout: patience });
  return (await child.exited) === 0;
}
