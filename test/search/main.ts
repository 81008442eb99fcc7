import { parseArgs } from 'node:util';
import { startPostgres } from '../support/postgres/server.ts';
import { type Door, doors, figuresOf, judgeAll, reaches } from './judge.ts';
import { report } from './report.ts';
import { judgedSet } from './set.ts';
import { type Engine, engines, startOn } from './start.ts';

const help = `npm run judge -- [--engine sqlite|postgres] [--help]

Starts the program with the starter catalogue, asks it every query of the judged set, and says for how many the wanted answer
comes first (hit@1) and among the first five (hit@5), and what came where it did not.

  --engine  one engine; both where it is absent
  --help    this text

Ends with 1 where a figure is below its goal.`;

const { values } = parseArgs({ options: { engine: { type: 'string' }, help: { type: 'boolean', default: false } } });

if (values.help) console.log(help);
else process.exit(await run());

async function run(): Promise<number> {
  const chosen = engines.filter((engine) => values.engine === undefined || values.engine === engine);
  if (chosen.length === 0) {
    console.error(`--engine must be one of ${engines.join(', ')}, but is "${values.engine}".\n\n${help}`);
    return 1;
  }
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
    const verdicts = await judgeAll(rockola.url, door, judgedSet);
    console.log(`\n${engine}, GET ${doors[door]}\n`);
    for (const line of report(verdicts)) console.log(line);
    good.push(reaches(figuresOf(verdicts)));
  }
  await stop();
  return good.every(Boolean);
}
