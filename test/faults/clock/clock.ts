import type { Rockola } from '../../support/harness.ts';
import { count, type Ledger } from '../../support/ledger/ledger.ts';
import { disagreements, judge } from '../../support/ledger/verdict.ts';
import { startWriters } from '../../support/ledger/writers.ts';
import { untilLogged } from '../../support/logged.ts';
import type { Fault, Scale } from '../fault.ts';
import { describeReading, faultsOfReading, startReaders } from '../readers.ts';
import { entryOf, faultsOfStore, withService } from '../withService.ts';
import { jumpOnce } from './jump.ts';
import { back, type Jump, jumps } from './jumps.ts';
import type { Login } from './logins.ts';
import { makeShiftedClock, type ShiftedClock } from './shiftedClock.ts';

/** How long the clock stays after a jump, in ms. */
const stays: Record<Scale, number> = { ci: 6_000, long: 60_000 };
/** Long enough that the control has a request under way at the jump, even on a busy machine. */
const controlStay = 1_200;
/** In ms. A longer or a negative duration in the log was measured with the clock that jumps, by an hour at least. */
const longest = 600_000;

type Run = {
  jumps: number;
  ledger: Ledger;
  lost: number;
  statuses: Map<number, number>;
  logins: number;
  slowest: number;
  broken: string[];
};

export const clock: Fault = {
  id: 'F4',
  title: 'The clock jumps under load',
  missing: () =>
    process.platform === 'linux' && Bun.which('cc') ? undefined : 'Linux and a C compiler (Debian: apt-get install gcc libc6-dev)',
  async run(scale, say) {
    const run = await withClock(undefined, [...jumps, back], stays[scale], say);
    const control = await withClock(entryOf('./clock/wallClockMain.ts'), jumps.slice(0, 1), controlStay, () => {});
    const seen = control.broken.length;
    return {
      ...describe(run),
      control: `calendar time in place of monotonic: ${seen} requests were measured wrong`,
      broken: [...run.broken, ...(seen > 0 ? [] : ['control: a service that measures by the calendar was not found out'])],
    };
  },
};

async function withClock(entry: string | undefined, series: Jump[], stay: number, say: (progress: string) => void): Promise<Run> {
  const clock = makeShiftedClock();
  try {
    return await withService({ settings: clock.settings, entry }, async (service) => {
      const run = await jumpAll(service, clock, series, stay, say);
      // Otherwise the stop could take an hour: the runtime computes the end of a wait from this clock, but the kernel waits by its own.
      clock.shift(0);
      return run;
    });
  } finally {
    clock.remove();
  }
}

async function jumpAll(service: Rockola, clock: ShiftedClock, series: Jump[], stay: number, say: (progress: string) => void): Promise<Run> {
  const person = await service.person();
  const logins: Login[] = [];
  const broken: string[] = [];
  const load = startWriters(service, 16, 'jump');
  const reading = startReaders(() => service.url, 4, ['/api/v1/artists?limit=1', '/livez', '/readyz', '/api/v1/artists?limit=50']);
  for (const jump of series) {
    broken.push(...(await jumpOnce(service, clock, jump, stay, person, logins)));
    say(`${jump.name}: ${new Date(clock.now()).toISOString()}, ${broken.length} promises broken`);
  }
  const [ledger, statuses] = await Promise.all([load.stop(), reading.stop()]);
  await untilLogged(service);
  const times = timesOf(service.output());
  broken.push(...times.filter((ms) => ms < 0 || ms > longest).map((ms) => `a request took ${ms} ms by the log`));
  broken.push(...faultsOfReading(statuses), ...faultsOfWriting(ledger));
  const verdict = await judge(ledger, service.sql);
  broken.push(...disagreements(verdict), ...(await faultsOfStore(service)));
  return { jumps: series.length, ledger, lost: verdict.lost.length, statuses, logins: logins.length, slowest: Math.max(...times), broken };
}

/** Only the clock is wrong, so every write must be answered, with 2xx or 4xx. */
function faultsOfWriting(ledger: Ledger): string[] {
  return ledger
    .filter(({ outcome }) => outcome === 'unknown' || outcome === 'turnedAway')
    .map(({ description, status, errorBody }) => `${description}: answered ${status ?? 'not at all'} ${errorBody}`);
}

function timesOf(log: string): number[] {
  return [...log.matchAll(/"ms":(-?[\d.e+]+)/g)].map(([, ms]) => Number(ms));
}

function describe({ jumps, ledger, lost, statuses, logins, slowest }: Run) {
  return {
    did: `${jumps} jumps, the last back to the true time, 16 writers, 4 readers, a login at each`,
    found: `${lost} of ${count(ledger, 'acked')} acks lost, ${faultsOfWriting(ledger).length} of ${ledger.length} writes answered 5xx or not at all, ${describeReading(statuses)}; ${logins} logins tried after each jump; slowest answer ${Math.round(slowest)} ms`,
  };
}
