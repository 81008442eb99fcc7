import { parseArgs } from 'node:util';
import { faultsOf, proveFailover, proveSight } from './proof.ts';
import { lineOf, tableOf } from './table.ts';

const help = `bun test/failover/main.ts [--rounds N] [--control-rounds M]

Kills the primary of a synchronous PostgreSQL pair under load, again and again, and compares what writers were answered with
what the promoted standby has. Then does the same with an asynchronous pair, where acked writes must be found missing.

  --rounds N          rounds on the synchronous pair (20)
  --control-rounds M  rounds on the asynchronous pair (2)
  --help              this text

Ends with 1 where a write was lost or told wrongly, or where the control found nothing missing.`;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '20' },
    'control-rounds': { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) console.log(help);
else process.exit(await run(wholeNumber(values.rounds), wholeNumber(values['control-rounds'])));

async function run(rounds: number, controlRounds: number): Promise<number> {
  const progress = (round: Parameters<typeof lineOf>[0]) => console.log(lineOf(round));
  const proof = rounds > 0 ? await proveFailover(rounds, progress) : { rounds: [], check: [] };
  const control = controlRounds > 0 ? await proveSight(controlRounds, progress) : [];
  const faults = [...faultsOf(proof.rounds), ...proof.check];
  const blind = control.filter(({ lost }) => lost.length === 0).map(({ label }) => `${label}: acked writes were lost and none was missed`);
  console.log(`\n${tableOf([...proof.rounds, ...control])}`);
  for (const fault of [...faults, ...blind].slice(0, 50)) console.error(fault);
  console.log(faults.length + blind.length === 0 ? '\nNothing was lost, and the control saw its losses.' : '\nFAILED');
  return faults.length + blind.length === 0 ? 0 : 1;
}

function wholeNumber(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  console.error(`"${text}" is no number of rounds.\n\n${help}`);
  process.exit(1);
}
