import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * `npm test` after `verify`: every test on every engine it concerns, in groups, and at the end what took longest.
 * `bun test/suite.ts sqlite` or `postgres` runs the groups of one engine. PostgreSQL's need TEST_DATABASE_URL.
 */
type Group = { engine: 'sqlite' | 'postgres'; parallel: number; paths: string[] };

const groups: Group[] = [
  { engine: 'sqlite', parallel: 3, paths: ['./test/sqlite', './test/api', './test/web'] },
  // These watch times and memory, so nothing else runs beside them.
  { engine: 'sqlite', parallel: 1, paths: ['./test/hostile', './test/faults'] },
  {
    engine: 'postgres',
    parallel: 3,
    paths: ['./test/postgres', './test/engines', './test/api'],
  },
  {
    engine: 'postgres',
    parallel: 1,
    paths: ['bombs', 'fuzz', 'cost', 'far', 'hashing'].map((name) => `./test/hostile/${name}.test.ts`),
  },
];

const shown = 10;
type Case = { name: string; file: string; engine: string; seconds: number };

const [wanted] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'rockola-suite-'));
const cases: Case[] = [];
let failed = false;
for (const group of groups.filter(({ engine }) => wanted === undefined || engine === wanted)) {
  const report = join(folder, 'report.xml');
  failed = (await run(group, report)) !== 0 || failed;
  cases.push(...casesOf(readFileSync(report, 'utf8'), group.engine));
}
rmSync(folder, { recursive: true });
tellSlowest(cases);
process.exit(failed ? 1 : 0);

function run({ engine, parallel, paths }: Group, report: string): Promise<number> {
  const flags = [
    ...(parallel > 1 ? [`--parallel=${parallel}`] : []),
    '--timeout=60000',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
  ];
  const env = { ...process.env, ...(engine === 'postgres' && { TEST_ENGINE: 'postgres' }) };
  return Bun.spawn([process.execPath, 'test', ...flags, ...paths], { env, stdio: ['ignore', 'inherit', 'inherit'] }).exited;
}

function casesOf(report: string, engine: string): Case[] {
  return [...report.matchAll(/<testcase name="([^"]*)"[^>]* time="([^"]*)" file="([^"]*)"/g)].map(([, name = '', time, file = '']) => ({
    name,
    file,
    engine,
    seconds: Number(time),
  }));
}

function tellSlowest(all: Case[]): void {
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, shown);
  console.log(`\nThe slowest ${slowest.length} of ${all.length}:`);
  for (const { seconds, engine, file, name } of slowest)
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${engine.padEnd(8)}  ${file}  ${name}`);
}
