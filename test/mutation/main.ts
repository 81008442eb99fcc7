import { parseArgs } from 'node:util';
import { randomFrom } from '../support/random.ts';
import { generateMistakes } from './generate.ts';
import { checkers, isGreen, type Judge, judgesOf } from './judges.ts';
import { describe, type Mistake, roomOf } from './mistake.ts';
import { copyTree, type Tree } from './tree.ts';

const help = `npm run mutate -- [--only PATH] [--each 20] [--seed NUMBER] [--judges 6] [--minutes 60] [--list]

Makes mistakes in the program, one at a time, and reports which of them the tests on SQLite detect.

  --only      only files whose path begins with this; separate several by commas
  --each      how many mistakes are tried in each folder
  --seed      selects the mistakes; each run prints its seed
  --judges    how many test files are run for each, the likeliest first; by default all
  --minutes   starts no further mistake after this time
  --list      lists the mistakes and tries none
  --help      this text

A mistake is made in a copy of the project. A test file that fails without a mistake does not count. Exits with 1 if a mistake
is not detected: check whether it changes anything that a user could notice.`;

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

/** Whether each judge passes without a mistake, by its name. If it does, its failure with a mistake counts. */
const isFit = new Map<string, boolean>();

// An end by a signal must also run the exit handler, which removes the copy.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(help);
else {
  const tree = copyTree(new URL('../..', import.meta.url).pathname.replace(/\/$/, ''));
  process.on('exit', () => tree.remove());
  const mistakes = await choose(tree);
  if (values.list) for (const mistake of mistakes) console.log(describe(tree.read(mistake.file), mistake));
  else process.exitCode = await tryAll(tree, mistakes);
  process.exit();
}

async function choose(tree: Tree): Promise<Mistake[]> {
  const random = randomFrom(Number(values.seed));
  console.log(`--seed ${values.seed}`);
  const wanted = (file: string) => roomOf(file) !== undefined && values.only.split(',').some((path) => file.startsWith(path));
  const files = [...new Bun.Glob('src/**/*.{ts,tsx,sql}').scanSync(tree.folder)].filter(wanted).sort();
  const ofRooms = Map.groupBy(await generateMistakes(tree.folder, files), ({ file }) => roomOf(file));
  const drawn = [...ofRooms.values()].flatMap((mistakes) => random.shuffled(mistakes).slice(0, Number(values.each)));
  return random.shuffled(drawn);
}

async function tryAll(tree: Tree, mistakes: Mistake[]): Promise<number> {
  const end = performance.now() + Number(values.minutes) * 60_000;
  const unseen: string[] = [];
  let tried = 0;
  for (const mistake of mistakes) {
    if (performance.now() > end) break;
    const seenBy = await findJudge(tree, mistake);
    if (!seenBy) unseen.push(describe(tree.read(mistake.file), mistake));
    console.log(`${++tried}/${mistakes.length}  ${seenBy?.name ?? 'UNSEEN'}  ${describe(tree.read(mistake.file), mistake)}`);
  }
  console.log(`\n${tried} mistakes, ${unseen.length} unseen:\n${unseen.join('\n')}`);
  return unseen.length === 0 ? 0 : 1;
}

async function findJudge(tree: Tree, mistake: Mistake): Promise<Judge | undefined> {
  for (const judge of [...judgesOf(tree, mistake).slice(0, Number(values.judges)), ...checkers]) {
    if (isFit.get(judge.name) === false || (await tree.withMistake(mistake, () => isGreen(tree, judge)))) continue;
    if (!isFit.has(judge.name)) isFit.set(judge.name, await isGreen(tree, judge));
    if (isFit.get(judge.name)) return judge;
    console.error(`${judge.name} fails without a mistake`);
  }
  return undefined;
}
