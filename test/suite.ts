import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare } from './support/prepare.ts';

/**
 * `npm test` after `verify`: every test on every engine it concerns, in groups. At the end it prints what took longest and
 * what failed, which may be far above. `test/http` tests what does not depend on the engine, or what `test/postgres` tests on the
 * other, so it runs once.
 * `bun test/suite.ts sqlite` or `postgres` runs the groups of one engine. PostgreSQL's need TEST_DATABASE_URL.
 * `--update-timings` writes down how long each file took: the slowest start first.
 */
type Group = { engine: 'sqlite' | 'postgres'; parallel: number; paths: string[]; without?: string[] };

const hostile = (name: string) => `./test/hostile/${name}.test.ts`;
/** These compare times of one client with those of others, so nothing else runs at the same time. */
const alone = ['far', 'hashing', 'stalledLog'].map(hostile);

// A test and its server mostly wait for each other: that many at once keep two cores busy.
const groups: Group[] = [
  {
    engine: 'sqlite',
    parallel: 4,
    paths: ['sqlite', 'api', 'http', 'web', 'hostile', 'faults'].map((folder) => `./test/${folder}`),
    without: alone,
  },
  { engine: 'sqlite', parallel: 1, paths: alone },
  {
    engine: 'postgres',
    parallel: 4,
    paths: ['./test/postgres', './test/engines', './test/api', ...['bombs', 'fuzz', 'cost'].map(hostile)],
  },
  { engine: 'postgres', parallel: 1, paths: ['far', 'hashing'].map(hostile) },
];

const timings = new URL('timings.json', import.meta.url).pathname;
const shown = 10;
type Case = { name: string; file: string; engine: string; seconds: number; failure?: string };

const wanted = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
const updates = process.argv.includes('--update-timings');
const folder = mkdtempSync(join(tmpdir(), 'rockola-suite-'));
// Some tests run the program as another user.
chmodSync(folder, 0o755);
const chosen = groups.filter(({ engine }) => wanted === undefined || engine === wanted);
const { made, drop } = await prepare(folder, [...new Set(chosen.map(({ engine }) => engine))]);
const cases: Case[] = [];
const failures: string[] = [];
for (const [index, group] of chosen.entries()) {
  const report = join(folder, `${index}.xml`);
  const { code, outsideTests } = await run(group, report);
  const found = existsSync(report) ? casesOf(readFileSync(report, 'utf8'), group.engine) : [];
  cases.push(...found);
  const failed = found.flatMap(({ failure, file, name }) => (failure === undefined ? [] : [`${file}  ${name}\n${failure.trim()}`]));
  const unexplained = code !== 0 && failed.length === 0 ? [`${group.paths.join(' ')}: exit code ${code}, though no test failed`] : [];
  failures.push(...[...failed, ...outsideTests, ...unexplained].map((text) => `${group.engine}  ${text}`));
}
await drop();
rmSync(folder, { recursive: true });
printSlowest(cases);
if (failures.length > 0) console.log(`\nFailed: ${failures.length}\n\n${failures.join('\n\n')}`);
process.exit(failures.length > 0 ? 1 : 0);

/** @returns what was thrown outside of any test too, which no report names */
async function run({ engine, parallel, paths, without = [] }: Group, report: string): Promise<{ code: number; outsideTests: string[] }> {
  const flags = [
    ...(parallel > 1 ? [`--parallel=${parallel}`] : []),
    `--timings=${timings}`,
    ...(updates ? ['--update-timings'] : []),
    ...without.map((path) => `--path-ignore-patterns=${path.slice(2)}`),
    '--timeout=60000',
    '--reporter=junit',
    `--reporter-outfile=${report}`,
  ];
  const env = { ...process.env, TEST_PREPARED: JSON.stringify(made), ...(engine === 'postgres' && { TEST_ENGINE: 'postgres' }) };
  const tests = Bun.spawn([process.execPath, 'test', ...flags, ...paths], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const outsideTests: string[] = [];
  for await (const line of linesOf(tests.stderr)) {
    process.stderr.write(`${line}\n`);
    if (line.includes('Unhandled error between tests')) outsideTests.push(line);
    else if (outsideTests.length > 0 && (outsideTests.at(-1)?.length ?? 0) < 1_000) outsideTests[outsideTests.length - 1] += `\n${line}`;
  }
  return { code: await tests.exited, outsideTests };
}

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  let rest = '';
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

function casesOf(report: string, engine: string): Case[] {
  const one = /<testcase name="([^"]*)"[^>]* time="([^"]*)" file="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;
  return [...report.matchAll(one)].map(([, name = '', time, file = '', inside = '']) => {
    const failure = /<failure [^>]*message="([^"]*)"/.exec(inside)?.[1];
    const result = { name: plain(name), file, engine, seconds: Number(time) };
    return failure === undefined ? result : { ...result, failure: plain(failure) };
  });
}

/** Text of XML as it was. */
function plain(text: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(?:#(\d+)|(\w+));/g, (whole, code?: string, name?: string) =>
    code ? String.fromCodePoint(Number(code)) : (named[name ?? ''] ?? whole),
  );
}

function printSlowest(all: Case[]): void {
  const slowest = all.toSorted((a, b) => b.seconds - a.seconds).slice(0, shown);
  console.log(`\nThe slowest ${slowest.length} of ${all.length}:`);
  for (const { seconds, engine, file, name } of slowest)
    console.log(`${seconds.toFixed(1).padStart(6)} s  ${engine.padEnd(8)}  ${file}  ${name}`);
}
