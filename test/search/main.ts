import { parseArgs } from 'node:util';
import { starterCatalogue } from '../../src/starter.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { type Door, doors, figuresOf, judgeAll, reaches } from './judge.ts';
import { report } from './report.ts';
import { judgedSet, laterSet, unseenSet } from './set.ts';
import { type Engine, engines, startOn } from './start.ts';
import { typedQueries } from './typed.ts';

const help = `npm run judge -- [--engine sqlite|postgres] [--later | --unseen] [--typed N] [--help]

Starts the program with the starter catalogue, asks it every query of the judged set, and says for how many the wanted answer
comes first (hit@1) and among the first five (hit@5), and what came where it did not.

  --engine  one engine; both where it is absent
  --later   asks the queries that were written later instead
  --unseen  asks those of kinds that the rules did not know when they were written
  --typed   asks N queries made by rules instead: names and albums with mistakes that are new in each run (TEST_SEED repeats them)
  --help    this text

Ends with 1 where a figure is below its goal.`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    later: { type: 'boolean', default: false },
    unseen: { type: 'boolean', default: false },
    typed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const count = Number(values.typed ?? 0);
const written = values.unseen ? unseenSet : values.later ? laterSet : judgedSet;
const set = values.typed === undefined ? written : typedQueries(starterCatalogue('es'), randomFrom(seed), count);

if (values.help) console.log(help);
else process.exit(await run());

async function run(): Promise<number> {
  const chosen = engines.filter((engine) => values.engine === undefined || values.engine === engine);
  if (chosen.length === 0) {
    console.error(`--engine must be one of ${engines.join(', ')}, but is "${values.engine}".\n\n${help}`);
    return 1;
  }
  if (!(Number.isInteger(count) && count >= 0 && count < 10_000)) {
    console.error(`--typed must be a whole number below 10,000, but is "${values.typed}".\n\n${help}`);
    return 1;
  }
  if (values.typed !== undefined) console.log(`TEST_SEED=${seed}`);
  const good: boolean[] = [];
  for (const engine of chosen) good.push(engine === 'postgres' ? await onPostgres() : await judgeEngine(engine));
  return good.every(Boolean) ? 0 : 1;
}

/** On the server that TEST_DATABASE_URL names, else on one started for this run. */
async function onPostgres(): Promise<boolean> {
  if (process.env.TEST_DATABASE_URL) return judgeEngine('postgres');
  const server = await startPostgres();
  process.env.TEST_DATABASE_URL = server.url;
  try {
    return await judgeEngine('postgres');
  } finally {
    await server.stop();
  }
}

/** @returns whether both operations reach the goal */
async function judgeEngine(engine: Engine): Promise<boolean> {
  const { rockola, stop } = await startOn(engine);
  const good: boolean[] = [];
  for (const door of Object.keys(doors) as Door[]) {
    const verdicts = await judgeAll(rockola.url, door, set);
    console.log(`\n${engine}, GET ${doors[door]}\n`);
    for (const line of report(verdicts)) console.log(line);
    good.push(reaches(figuresOf(verdicts)));
  }
  await stop();
  return good.every(Boolean);
}
