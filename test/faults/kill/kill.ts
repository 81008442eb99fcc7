import type { Rockola } from '../../support/harness.ts';
import { count, type Ledger } from '../../support/ledger/ledger.ts';
import { disagreements, judge } from '../../support/ledger/verdict.ts';
import type { Fault, Scale } from '../fault.ts';
import { faultsOfStore, withService } from '../withService.ts';
import { killOnce, type Within, writers } from './cycle.ts';

/** The writer thread of a program that answers before it commits. */
export const hastyWriter = new URL('./hastyWriter.ts', import.meta.url);

const sizes: Record<Scale, { kills: number; acks: number; within: Within }> = {
  ci: { kills: 100, acks: 20_000, within: [20, 800] },
  long: { kills: 3_000, acks: 1_000_000, within: [20, 800] },
};
/** The longest time from the start of the process until it is ready, in ms. */
const readyWithin = 2_000;
/** Kills of one store: each kill checks the whole store, which takes ever longer as it grows. */
const perStore = 25;
/** The most kills of the hasty service, which must lose a write. */
const controlKills = 3;
/** The most kills of the service without idempotency keys, which must store a record twice. */
const keylessKills = 10;

type Tally = Record<'kills' | 'acks' | 'unknown' | 'kept' | 'lost' | 'twice' | 'sentAgain' | 'replayed' | 'ready', number> & {
  broken: string[];
};

export const kill: Fault = {
  id: 'F1',
  title: '`kill -9` of the service while it writes, SQLite',
  async run(scale, say) {
    const tally = emptyTally();
    const { kills, acks, within } = sizes[scale];
    while (tally.kills < kills || tally.acks < acks) {
      await withService({}, (service) => killOften(service, Math.min(kills, perStore), tally, within));
      say(`${tally.kills} kills, ${tally.acks} acks, ${tally.broken.length} promises broken`);
    }
    const control = await withService({ variant: { writer: hastyWriter } }, (service) => killHasty(service, within));
    const withoutKeys = await withService({ variant: { writer: new URL('./lateWriter.ts', import.meta.url) } }, (service) =>
      killWithoutKeys(service, within),
    );
    return {
      ...describe(tally, within),
      control: `answers before the commit: ${control.lost} of ${control.acks} acks lost in ${control.kills} kills; sent again without keys: ${withoutKeys.twice} of ${withoutKeys.sentAgain} stored twice in ${withoutKeys.kills} kills`,
      broken: [...tally.broken, ...slowStarts(tally), ...passedControls(control, withoutKeys)],
    };
  },
};

async function killOften(service: Rockola, kills: number, tally: Tally, within: Within): Promise<void> {
  const fullLedger: Ledger = [];
  for (let n = 0; n < kills; n++) fullLedger.push(...(await killAndCount(service, tally, within)));
  tally.broken.push(...disagreements(await judge(fullLedger, service.sql)), ...(await faultsOfStore(service)));
}

/** Kills the hasty service until a write is lost. A kill loses writes unless it comes right after a commit. */
async function killHasty(service: Rockola, within: Within): Promise<Tally> {
  const tally = emptyTally();
  while (tally.kills < controlKills && tally.lost === 0) await killAndCount(service, tally, within);
  return tally;
}

/**
 * Kills the service until a record is stored twice, which needs a kill between a commit and its answers. This writer makes that time long.
 */
async function killWithoutKeys(service: Rockola, within: Within): Promise<Tally> {
  const tally = emptyTally();
  while (tally.kills < keylessKills && tally.twice === 0) await killAndCount(service, tally, within, false);
  return tally;
}

async function killAndCount(service: Rockola, tally: Tally, within: Within, keys = true): Promise<Ledger> {
  const { ledger, retried, ready, broken, ...numbers } = await killOnce(service, `kill ${++tally.kills}`, within, keys);
  tally.acks += count(ledger, 'acked');
  for (const name of ['unknown', 'kept', 'lost', 'twice'] as const) tally[name] += numbers[name];
  tally.sentAgain += retried.sent;
  tally.replayed += retried.replayed;
  tally.ready = Math.max(tally.ready, ready);
  tally.broken.push(...broken);
  return ledger;
}

function emptyTally(): Tally {
  return { kills: 0, acks: 0, unknown: 0, kept: 0, lost: 0, twice: 0, sentAgain: 0, replayed: 0, ready: 0, broken: [] };
}

function describe({ kills, acks, unknown, kept, lost, twice, sentAgain, replayed, ready }: Tally, within: Within) {
  return {
    did: `${kills} kills, ${within.join('–')} ms after the first of ${acks} acks, ${writers} writers`,
    found: `${lost} lost, ${twice} stored twice; ${kept} of ${unknown} writes without an answer were stored; ${sentAgain} creations without an answer were sent again with their keys: ${replayed} had been stored before, the others were stored then; ready again within ${(ready / 1000).toFixed(1)} s`,
  };
}

function slowStarts({ ready }: Tally): string[] {
  return ready > readyWithin ? [`ready after ${Math.round(ready)} ms only`] : [];
}

function passedControls({ lost }: Tally, { twice }: Tally): string[] {
  return [
    ...(lost > 0 ? [] : ['control: a writer that answers before its commit was not found out']),
    ...(twice > 0 ? [] : ['control: no creation that was sent again without its key was stored twice']),
  ];
}
