import { parseArgs } from 'node:util';
import { generateMistakes } from './generate.ts';
import { createExperience, judgesOf } from './judges.ts';
import { type Mistake, roomOf } from './mistake.ts';
import { describe, reasonFor, tableOf } from './report.ts';
import { shuffled } from './shuffled.ts';
import { copyTree, type Tree } from './tree.ts';
import { createTrial, type Verdict } from './trial.ts';

const help = `npm run mutate -- [--only PATH] [--each 20] [--seed NUMBER] [--judges 6] [--minutes 60] [--list]

Makes mistakes in the program, one at a time, and says which of them turn the tests on SQLite red.

  --only      mistakes in files whose path begins so, several with commas between
  --each      how many mistakes of each room are tried
  --seed      which of them; the seed of a run is printed
  --judges    how many test files are asked about each, the likeliest first; all where it is absent
  --minutes   begins with no other mistake after this time
  --list      names the mistakes and tries none
  --help      this text

A mistake is made in a copy of the project. A test file that is red without one is left out. Ends with 1 where there is such a
file, or where nobody sees a mistake that has no reason in test/mutation/survivors.ts.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'src/' },
    each: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    judges: { type: 'string', default: 'Infinity' },
    minutes: { type: 'string', default: '60' },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const project = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');

// An end by a signal is an exit too, at which the copy is removed.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(help);
else {
  const tree = copyTree(project);
  process.on('exit', () => tree.remove());
  const mistakes = await choose(tree);
  if (values.list) for (const mistake of mistakes) console.log(describe(tree, mistake));
  else process.exitCode = await tryAll(tree, mistakes);
  process.exit();
}

async function choose(tree: Tree): Promise<Mistake[]> {
  const seed = Number(values.seed);
  console.log(`--seed ${seed}`);
  const wanted = (file: string) => roomOf(file) !== undefined && values.only.split(',').some((path) => file.startsWith(path));
  const files = [...new Bun.Glob('src/**/*.{ts,tsx,sql}').scanSync(tree.folder)].filter(wanted).sort();
  const ofRooms = Map.groupBy(await generateMistakes(tree.folder, files), ({ file }) => roomOf(file));
  const sample = [...ofRooms.values()].flatMap((mistakes) => shuffled(mistakes, seed).slice(0, Number(values.each)));
  return shuffled(sample, seed);
}

async function tryAll(tree: Tree, mistakes: Mistake[]): Promise<number> {
  const trial = createTrial(tree, judgesOf(tree), createExperience(timesOf(tree)), Number(values.judges));
  const end = performance.now() + Number(values.minutes) * 60_000;
  const verdicts: Verdict[] = [];
  for (const mistake of mistakes) {
    if (performance.now() > end) break;
    const verdict = await trial.judge(mistake);
    verdicts.push(verdict);
    say(tree, verdict, `${verdicts.length}/${mistakes.length}`);
  }
  await trial.askAgain();
  const unfit = new Set([...trial.unfit.keys()].map(({ name }) => name));
  const counted = verdicts.map((verdict) => ({ ...verdict, killedBy: unfit.has(verdict.killedBy ?? '') ? undefined : verdict.killedBy }));
  console.log(`\n${tableOf(tree, counted)}\n`);
  const unseen = counted.filter(({ killedBy, mistake }) => killedBy === undefined && reasonFor(tree, mistake) === undefined);
  for (const { mistake } of unseen) console.log(`unseen: ${describe(tree, mistake)}`);
  for (const [{ name }, output] of trial.unfit)
    console.error(`${name} is red without a mistake, so what it saw does not count:\n${output}`);
  return unseen.length === 0 && trial.unfit.size === 0 ? 0 : 1;
}

/** In seconds, as `test/suite.ts` found them. */
function timesOf(tree: Tree): Map<string, number> {
  const { files } = JSON.parse(tree.read('test/timings/sqlite.json')) as { files: Record<string, number> };
  return new Map(Object.entries(files).map(([file, ms]) => [file, ms / 1000]));
}

function say(tree: Tree, { mistake, killedBy, seconds }: Verdict, progress: string): void {
  const found = killedBy ?? reasonFor(tree, mistake) ?? 'UNSEEN';
  console.log(`${progress}  ${found}  ${seconds.toFixed(1)} s  ${describe(tree, mistake)}`);
}
