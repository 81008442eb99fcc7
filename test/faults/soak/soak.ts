import type { Fault, Scale } from '../fault.ts';
import { entryOf, withService } from '../withService.ts';
import { missingProc, type Sample } from './sample.ts';
import { type Slope, slopeOf } from './slope.ts';
import { mostWaiting, type Plan, soakIn, type Watched } from './watch.ts';

/**
 * `perHour` is the growth of memory that is allowed, in % an hour. Only more than that beyond doubt (95 %) is a broken promise: a
 * short look cannot tell a small growth from none, and its margin says so. In seconds, what gets warm grows by far more.
 */
const plans: Record<Scale, Plan & { perHour: number }> = {
  short: { measure: 0.3, warm: 0.7, watch: 3, perHour: 20_000 },
  ci: { measure: 5, warm: 60, watch: 300, perHour: 1 },
  long: { measure: 20, warm: 600, watch: 7_200, perHour: 1 },
};
const controlPlan: Plan = { measure: 0.2, warm: 0.2, watch: 2 };

/** What the service cuts its log to, and a transaction above that, in bytes. */
const longestLog = 68 * 1024 * 1024;
/** Connections that clients hold besides those with a request under way. */
const spareSockets = 32;

export const soak: Fault = {
  id: 'F19',
  title: 'A long day at 70 % of what the service can take, SQLite',
  missing: missingProc,
  async run(scale, say) {
    const { perHour, ...plan } = plans[scale];
    const watched = await withService({}, (service) => soakIn(service, plan));
    say('control');
    const control = await withService({ entry: entryOf('./soak/leakyMain.ts') }, (service) => soakIn(service, controlPlan));
    const seen = faultsOf(control.samples, plans.short.perHour);
    return {
      ...describe(watched, plan),
      control: `24 MiB and 4 files a second kept in vain: ${seen.join('; ') || 'nothing'}`,
      broken: [
        ...faultsOfAnswers(watched),
        ...faultsOf(watched.samples, perHour),
        ...(seen.length === 2 ? [] : ['control: a leak was not seen']),
      ],
    };
  },
};

function faultsOf(samples: Sample[], perHour: number): string[] {
  const slope = memorySlope(samples);
  const most = (of: (sample: Sample) => number) => Math.max(...samples.map(of));
  const third = Math.floor(samples.length / 3);
  // What is open for a moment, as while the process counts its own descriptors, is no leak.
  const fewest = (those: Sample[]) => Math.min(...those.map(({ files }) => files));
  const files = fewest(samples.slice(-third)) - fewest(samples.slice(0, third));
  const sockets = most(({ sockets }) => sockets);
  const log = most(({ log }) => log);
  return [
    ...(slope.perHour - slope.margin > perHour ? [`memory grows by ${inWords(slope)}`] : []),
    ...(files > 0 ? [`${files} more open files at the end`] : []),
    ...(sockets > mostWaiting + spareSockets ? [`${sockets} open sockets for ${mostWaiting} requests`] : []),
    ...(log > longestLog ? [`a log of ${log} bytes`] : []),
  ];
}

/** 404 is for who asks for what another has just deleted. */
function faultsOfAnswers({ statuses }: Watched): string[] {
  return [...statuses]
    .filter(([status]) => ![200, 201, 204, 404].includes(status))
    .map(([status, times]) => `${times} answers ${status || 'missing'}`);
}

function memorySlope(samples: Sample[]): Slope {
  return slopeOf(samples.map(({ at, rss }) => ({ at, value: rss })));
}

function inWords({ perHour, margin }: Slope): string {
  return `${Math.round(perHour)} ± ${Math.round(margin)} % an hour`;
}

function describe({ samples, perSecond, statuses, skipped }: Watched, { warm, watch }: Plan) {
  const inMb = (bytes: number) => Math.round(bytes / 1024 / 1024);
  const answered = [...statuses.values()].reduce((a, b) => a + b, 0);
  const least = (those: Sample[]) => inMb(Math.min(...those.map(({ rss }) => rss)));
  const third = Math.floor(samples.length / 3);
  const log = inMb(Math.max(...samples.map((sample) => sample.log)));
  return {
    did: `${watch} s after ${warm} s to get warm, ${Math.round(perSecond)} requests a second, a fifth of them changes; ${answered} answers, ${skipped} left out while ${mostWaiting} waited`,
    found: `floor of memory ${least(samples.slice(0, third))} MiB in the first third, ${least(samples.slice(-third))} in the last: ${inWords(memorySlope(samples))}; ${samples.at(-1)?.files} files open all along; log at most ${log} MiB`,
  };
}
