import { mkdirSync } from 'node:fs';
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { cache, filledStore, removeScratch } from './catalogue/stores.ts';
import type { Bench, Measure, Missing, Row, Say } from './measure.ts';
import { measures } from './measures/all.ts';
import { killAll, stopAll } from './processes.ts';
import { reasonOf } from './reason.ts';
import { publish } from './report/publish.ts';
import { textTable } from './report/table.ts';

const help = `npm run bench -- [--only P1,P4] [--pairs N] [--seconds S] [--quick] [--huge] [--help]

Measures the service against the limits of this machine and against its peers. These sides take turns.

  --only     the measures with these figures, and no others
  --pairs    rounds in which each side has one turn; fewer than 5 give no reliable figures (5)
  --seconds  length of a turn (4)
  --quick    2 rounds of 1 second and no catalogue above 100,000 artists: shows that all works, the figures mean little
  --huge     a catalogue of 10,000,000 artists in the plot too: takes 30 GB of disk, and an hour to make it once
  --help     this text

${measures.map(({ ids, title }) => `  ${ids.join(' ').padEnd(12)} ${title}`).join('\n')}

Needs wrk, and uses nginx, pgbench, Node and Go if they are installed; it names what is missing. The first run makes catalogues in
bench/data (5 GB) and installs the peers in bench/peers. Nothing else should run meanwhile. A full run takes up to 40
minutes and writes bench/results.json, bench/cost.svg and the figures in README.md and docs/performance.md; with --only
or --quick nothing is written.`;

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    pairs: { type: 'string' },
    seconds: { type: 'string' },
    quick: { type: 'boolean', default: false },
    huge: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(help);
else process.exit(await run());

async function run(): Promise<number> {
  if (!Bun.which('wrk')) {
    console.error('wrk sends the load and is not installed. Install it (Debian: apt-get install wrk).');
    return 1;
  }
  mkdirSync(cache, { recursive: true });
  removeScratch();
  process.on('exit', cleanUp);
  process.on('SIGINT', () => process.exit(130));
  process.on('SIGTERM', () => process.exit(143));
  const bench = benchOf();
  const begin = Date.now();
  const rows: (Row | Missing)[] = [];
  for (const measure of chosen(values.only)) rows.push(...(await runOne(measure, bench, begin)));
  console.log(`\n${textTable(rows)}\n`);
  const failed = rows.filter((row) => 'failed' in row);
  if (values.only || values.quick) console.log('Part of the bench, or a quick one: nothing was written.');
  else if (failed.length > 0) console.error('Some measures could not be done: nothing was written.');
  else await publish(rows, bench);
  return failed.length > 0 ? 1 : 0;
}

function cleanUp(): void {
  killAll();
  removeScratch();
}

function benchOf(): Bench {
  const quick = values.quick;
  const sizes = quick
    ? { usual: 100_000, small: 10_000, large: 100_000, all: [1_000, 10_000, 100_000] }
    : { usual: 100_000, small: 10_000, large: 1_000_000, all: [1_000, 10_000, 100_000, 1_000_000, ...(values.huge ? [10_000_000] : [])] };
  const say: Say = (progress) => process.stderr.write(`      ${progress}\n`);
  return {
    pairs: wholeNumber('--pairs', values.pairs, quick ? 2 : 5),
    seconds: wholeNumber('--seconds', values.seconds, quick ? 1 : 4),
    say,
    sizes,
    loadBefore: loadavg()[0] ?? 0,
    store: (size) => filledStore(size, say),
  };
}

async function runOne(measure: Measure, bench: Bench, begin: number): Promise<(Row | Missing)[]> {
  console.error(`${clock(Date.now() - begin)} ${measure.ids.join(' ')} ${measure.title}`);
  try {
    return await measure.run(bench);
  } catch (error) {
    console.error(error);
    return [{ id: measure.ids[0] ?? '', work: measure.title, missing: `could not be done: ${reasonOf(error)}`, failed: true }];
  } finally {
    await stopAll();
    removeScratch();
  }
}

function chosen(only: string | undefined): Measure[] {
  if (only === undefined) return measures;
  const ids = only.split(',').map((id) => id.trim().toLowerCase());
  const unknown = ids.filter((id) => !measures.some((measure) => has(measure, id)));
  if (unknown.length === 0) return measures.filter((measure) => ids.some((id) => has(measure, id)));
  console.error(`There is no ${unknown.join(', ')}.\n\n${help}`);
  process.exit(1);
}

function has({ ids }: Measure, id: string): boolean {
  return ids.some((known) => known.toLowerCase() === id);
}

function wholeNumber(option: string, text: string | undefined, usual: number): number {
  if (text === undefined) return usual;
  if (/^[1-9]\d?$/.test(text)) return Number(text);
  console.error(`${option} must be a whole number from 1 to 99, but is "${text}".\n\n${help}`);
  process.exit(1);
}

function clock(ms: number): string {
  const seconds = Math.floor(ms / 1000);
  return `${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}`;
}
