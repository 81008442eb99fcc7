import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lowerThreadPriority } from '../src/process/lowerThreadPriority.ts';
import { isLong } from './support/amount.ts';
import { keepFilesInMemory } from './support/inMemory.ts';
import { killWithThisProcess } from './support/orphans.ts';
import { prepare } from './support/prepare.ts';
import { shortLife } from './support/prepared.ts';

/**
 * `npm test` after `verify`: the short form of the tests, in groups. At the end it prints the slowest files and the failures, whose output
 * may be far above. `test/http` runs once: it does not depend on the engine, or `test/postgres` tests the same on PostgreSQL.
 * `bun test/suite.ts sqlite` or `postgres` runs the groups of one engine, or only the named files. PostgreSQL's need
 * TEST_DATABASE_URL. With TEST_FORM=long it runs the files with a long form in that form: see `test/support/amount.ts`. `--update-timings`
 * writes the duration of each file: the slowest start first.
 */
type Group = { engine: 'sqlite' | 'postgres'; paths: string[]; without?: string[]; filesAtOnce: number };
/** Groups that run at the same time. */
type Step = Group[];

const pathOf = (name: string) => `./test/${name}`;
const onSqlite = ['sqlite', 'api', 'http', 'web', 'hostile', 'faults'].map(pathOf);
const onPostgres = ['postgres', 'engines', 'api', 'hostile/bombs.test.ts', 'hostile/far.test.ts', 'hostile/fuzz.test.ts'].map(pathOf);
/**
 * These files judge rules that do not depend on the engine, and other files send the same statements to PostgreSQL. So they run there only
 * in the long form. `postgres/roundTrips.test.ts` runs every operation of the store there in both forms.
 */
const sameStatements = [
  ...['accountEvents', 'accounts', 'albums', 'aliasLanguage', 'credentials', 'draw', 'dumps', 'history', 'importCatalogues', 'importJson'],
  ...['intruder', 'keyBounds', 'longPages', 'matrix', 'moments', 'start', 'undoCommand', 'wall'],
].map((name) => pathOf(`api/${name}.test.ts`));
/** These measure times in the long form, so nothing else runs at the same time. */
const alone = ['hostile/far.test.ts', 'hostile/hashing.test.ts', 'hostile/cost.test.ts'].map(pathOf);
/** On SQLite `npm test` runs these whole. */
const wholeInShort = ['api/starterAdd.test.ts'].map(pathOf);
/** These take long in relation to what they find, so they have only a long form. */
const onlyLong = [
  ...['hostile/hashing.test.ts', 'hostile/cost.test.ts', 'http/hungThreads.test.ts', 'http/manyThreads.test.ts'],
  // The short form has every page, and forms, on PostgreSQL in `postgres/far.test.ts`.
  'postgres/site.test.ts',
].map(pathOf);

const usual: Step[] = [
  // A test and its server mostly wait for each other, so three files at once keep two cores busy.
  [
    { engine: 'sqlite', paths: onSqlite, without: onlyLong, filesAtOnce: 3 },
    { engine: 'postgres', paths: onPostgres, without: [...onlyLong, ...sameStatements], filesAtOnce: 3 },
  ],
];
/** The files with a long form, and those that the short form leaves out. */
const long: Step[] = [
  // Most of these keep a core busy by themselves.
  [
    { engine: 'sqlite', paths: onSqlite.flatMap(withLongForm), without: [...alone, ...wholeInShort], filesAtOnce: 1 },
    { engine: 'postgres', paths: [...new Set([...onPostgres.flatMap(withLongForm), ...sameStatements])], without: alone, filesAtOnce: 1 },
  ],
  [{ engine: 'sqlite', paths: alone, filesAtOnce: 1 }],
  // Hashes do not depend on the engine.
  [{ engine: 'postgres', paths: alone, without: [pathOf('hostile/hashing.test.ts')], filesAtOnce: 1 }],
];

const shown = 10;
type Case = { name: string; file: string; engine: string; seconds: number; failure?: string };

const [wanted, ...files] = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const updates = process.argv.includes('--update-timings');
keepFilesInMemory();
// The other threads of the program have this priority. Beside the main threads of six programs they would get almost no time.
if (!isLong) lowerThreadPriority();
const folder = mkdtempSync(join(tmpdir(), 'rockola-suite-'));
// Some tests run the program as another user.
chmodSync(folder, 0o755);
const chosen = (isLong && files.length === 0 ? long : usual)
  .map((groups) => groups.filter(({ engine }) => wanted === undefined || engine === wanted))
  .map((groups) => (files.length > 0 ? groups.map((group) => ({ ...group, paths: files, without: [] })) : groups))
  .filter((groups) => groups.length > 0);
const { made, drop } = await prepare(folder, [...new Set(chosen.flat().map(({ engine }) => engine))]);
const cases: Case[] = [];
const failures: string[] = [];
for (const groups of chosen) {
  for (const result of await Promise.all(groups.map(judge))) {
    cases.push(...result.cases);
    failures.push(...result.failures);
  }
}
await drop();
rmSync(folder, { recursive: true });
printSlowest(cases);
if (failures.length > 0) console.log(`\nFailed: ${failures.length}\n\n${failures.join('\n\n')}`);
process.exit(failures.length > 0 ? 1 : 0);

function withLongForm(path: string): string[] {
  const files = path.endsWith('.ts') ? [path] : [...new Bun.Glob(`${path}/*.test.ts`).scanSync()];
  return files.filter((file) => onlyLong.includes(file) || readFileSync(file, 'utf8').includes('/support/amount.ts'));
}

async function judge(group: Group): Promise<{ cases: Case[]; failures: string[] }> {
  const report = join(folder, `${crypto.randomUUID()}.xml`);
  const { code, outsideTests } = await run(group, report);
  const found = existsSync(report) ? casesOf(readFileSync(report, 'utf8'), group.engine) : [];
  const failed = found.flatMap(({ failure, file, name }) => (failure === undefined ? [] : [`${file}  ${name}\n${failure.trim()}`]));
  const unexplained = code !== 0 && failed.length === 0 ? [`${group.paths.join(' ')}: exit code ${code}, though no test failed`] : [];
  return { cases: found, failures: [...failed, ...outsideTests, ...unexplained].map((text) => `${group.engine}  ${text}`) };
}

/** @returns also errors that were thrown outside of any test, which no report names */
async function run({ engine, paths, without = [], filesAtOnce }: Group, report: string): Promise<{ code: number; outsideTests: string[] }> {
  const flags = [
    ...(filesAtOnce > 1 ? [`--parallel=${filesAtOnce}`] : []),
    `--timings=${new URL(`timings/${engine}.json`, import.meta.url).pathname}`,
    ...(updates ? ['--update-timings'] : []),
    ...without.map((path) => `--path-ignore-patterns=${path.slice(2)}`),
    `--timeout=${isLong ? 1_800_000 : 600_000}`,
    '--reporter=junit',
    `--reporter-outfile=${report}`,
  ];
  const prepared = { TEST_PREPARED: JSON.stringify(made), ...shortLife(engine) };
  const env = { ...process.env, ...prepared, ...(engine === 'postgres' && { TEST_ENGINE: 'postgres' }) };
  const tests = killWithThisProcess(
    Bun.spawn([process.execPath, 'test', ...flags, ...paths], { env, stdio: ['ignore', 'inherit', 'pipe'] }),
  );
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
  const testCase = /<testcase name="([^"]*)"[^>]* time="([^"]*)" file="([^"]*)"[^>]*?(?:\/>|>([\s\S]*?)<\/testcase>)/g;
  return [...report.matchAll(testCase)].map(([, name = '', time, file = '', inside = '']) => {
    const failure = /<failure [^>]*message="([^"]*)"/.exec(inside)?.[1];
    const result = { name: plain(name), file, engine, seconds: Number(time) };
    return failure === undefined ? result : { ...result, failure: plain(failure) };
  });
}

/** Decodes the text of XML. */
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
