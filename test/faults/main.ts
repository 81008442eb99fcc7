import { parseArgs } from 'node:util';
import { faults } from './all.ts';
import type { Fault, Finding, Scale } from './fault.ts';
import { type Result, tableOf } from './table.ts';

const help = `npm run faults -- [--ci] [--only F1,F3] [--minutes 15]

Injects faults around the service, and checks what it stored and what it answered.

  --ci       the short form, which CI runs: at most 40 minutes; the full form takes hours
  --only     only these faults
  --minutes  how many minutes F19 watches each engine, instead of hours
  --help     this text

${faults.map(({ id, title }) => `  ${id.padEnd(4)} ${title}`).join('\n')}

In the short form, times beyond the promised ones are reported and do not fail the run: CI machines are shared.
Exits with 1 if a promise was broken, a control detected nothing, or a fault could not be injected. Faults whose tool this
machine lacks are skipped and named.`;

/** Failures that a shared machine may cause: the form for CI reports them, the full form fails. */
const timing =
  / (p99 was|to be turned away took|\/livez took|ready after|writing again only|the log was cut only|a slow client was held|to stop took|goodput fell|reads recovered only|given back only) /;

const { values } = parseArgs({
  options: {
    ci: { type: 'boolean', default: false },
    only: { type: 'string' },
    minutes: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

// An end by a signal must also run the exit handlers, which kill services and unmount disks.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const minutes = values.minutes === undefined ? undefined : Number(values.minutes);
if (minutes !== undefined && !(minutes > 0)) {
  console.error(`--minutes must be a number above 0.\n\n${help}`);
  process.exit(1);
}
if (values.help) console.log(help);
else process.exit(await runAll(chosen(values.only), values.ci ? 'ci' : 'long'));

async function runAll(selected: Fault[], scale: Scale): Promise<number> {
  const results: Result[] = [];
  for (const fault of selected) results.push(await runOne(fault, scale));
  console.log(`\n${tableOf(results)}\n`);
  const found = results.flatMap(({ fault, finding }) => finding.broken.map((promise) => `${fault.id} ${promise}`));
  const { slow = [], broken = [] } = Object.groupBy(found, (line) => (scale === 'ci' && timing.test(line) ? 'slow' : 'broken'));
  for (const line of slow) console.error(`slower than promised: ${line}`);
  const lacking = results.filter(({ missing }) => missing);
  for (const line of broken.slice(0, 50)) console.error(`broken: ${line}`);
  for (const { fault, missing } of lacking) console.error(`not run: ${fault.id} needs ${missing}`);
  const failed = new Set(broken.map((line) => line.split(' ')[0])).size;
  console.log(`${results.length - failed - lacking.length} pass\n${failed} fail`);
  return broken.length === 0 ? 0 : 1;
}

async function runOne(fault: Fault, scale: Scale): Promise<Result> {
  const start = performance.now();
  const nothing: Finding = { did: '', found: '', control: '', broken: [] };
  const missing = fault.missing?.();
  if (missing) return { fault, missing, finding: nothing, seconds: 0 };
  console.log(`${fault.id} ${fault.title}`);
  const say = (progress: string) => console.log(`   ${Math.round((performance.now() - start) / 1000)} s  ${progress}`);
  const finding = await fault
    .run(scale, say, minutes)
    .catch((error): Finding => ({ ...nothing, broken: [`could not be done: ${error instanceof Error ? error.stack : error}`] }));
  for (const line of finding.broken.slice(0, 10)) say(`not as promised: ${line}`);
  return { fault, finding, seconds: (performance.now() - start) / 1000 };
}

function chosen(only: string | undefined): Fault[] {
  if (only === undefined) return faults;
  const ids = only.split(',').map((id) => id.trim().toUpperCase());
  const unknown = ids.filter((id) => !faults.some((fault) => fault.id === id));
  if (unknown.length === 0) return faults.filter(({ id }) => ids.includes(id));
  console.error(`There is no ${unknown.join(', ')}.\n\n${help}`);
  process.exit(1);
}
