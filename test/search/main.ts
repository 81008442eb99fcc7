import { parseArgs } from 'node:util';
import { starterCatalogue } from '../../src/starter.ts';
import { type Engine, engines } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { startPostgres } from '../support/postgres/server.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { figuresOf, judgeAll, reaches, type SearchOperation, searchPaths } from './judge.ts';
import { report } from './report.ts';
import { type Judged, type SetName, setNames, sets } from './set.ts';
import { addTitles } from './titles.ts';
import { typedQueries } from './typed.ts';

const help = `npm run judge -- [--engine ${engines.join('|')}] [--set NAME]… [--typed N] [--help]

Starts the program with the starter catalogue, sends every query of a judged set, and prints how often the wanted answer
comes first (hit@1) and among the first five (hit@5), and the results where it did not.

  --engine  one engine; by default both
  --set     ${setNames.join(', ')}, or all; by default the first. docs/search.md describes them;
            if tracks is among them, the catalogue has tracks in all sets
  --typed   instead sends N generated queries: names and albums with typos, new in each run (TEST_SEED repeats them)
  --help    this text

Exits with 1 if a figure is below its goal.`;

const { values } = parseArgs({
  options: {
    engine: { type: 'string' },
    set: { type: 'string', multiple: true, default: ['judged'] },
    typed: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

const count = Number(values.typed ?? 0);

if (values.help) console.log(help);
else process.exit(await run());

async function run(): Promise<number> {
  const faults = faultsOf();
  if (faults.length > 0) {
    console.error(`${faults.join('\n')}\n\n${help}`);
    return 1;
  }
  if (values.typed !== undefined) console.log(`TEST_SEED=${seed}`);
  const good: boolean[] = [];
  for (const engine of engines.filter((name) => values.engine === undefined || values.engine === name))
    good.push(engine === 'postgres' ? await onPostgres() : await judgeEngine(engine));
  return good.every(Boolean) ? 0 : 1;
}

function faultsOf(): string[] {
  const { engine, set, typed } = values;
  const isEngine = engine === undefined || engines.some((name) => name === engine);
  const unknown = set.filter((name) => name !== 'all' && !setNames.some((known) => known === name));
  const isCount = Number.isInteger(count) && count >= 0 && count < 10_000;
  return [
    ...(isEngine ? [] : [`--engine must be one of ${engines.join(', ')}, but is "${engine}".`]),
    ...unknown.map((name) => `--set must be one of ${setNames.join(', ')}, all, but is "${name}".`),
    ...(isCount ? [] : [`--typed must be a whole number below 10,000, but is "${typed}".`]),
  ];
}

function chosenSets(): [name: string, set: Judged[]][] {
  if (values.typed !== undefined) return [['typed', typedQueries(starterCatalogue('es'), randomFrom(seed), count)]];
  const names = values.set.includes('all') ? setNames : (values.set as SetName[]);
  return names.map((name) => [name, sets[name]]);
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

/** @returns whether both operations reach the goal in each set */
async function judgeEngine(engine: Engine): Promise<boolean> {
  const rockola = await startRockola({}, { engine });
  if (chosenSets().some(([name]) => name === 'tracks')) await addTitles(rockola);
  const good: boolean[] = [];
  for (const [name, set] of chosenSets()) {
    for (const operation of Object.keys(searchPaths) as SearchOperation[]) {
      const verdicts = await judgeAll(rockola.url, operation, set);
      console.log(`\n${name}: ${engine}, GET ${searchPaths[operation]}\n`);
      for (const line of report(verdicts)) console.log(line);
      good.push(reaches(figuresOf(verdicts)));
    }
  }
  await rockola.stop();
  return good.every(Boolean);
}
