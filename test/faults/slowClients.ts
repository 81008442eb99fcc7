import { type Rockola, startRockola } from '../support/harness.ts';
import { type Compared, compareReads, describeReads, judgeReads, readsASecond } from '../support/load/bystander.ts';
import { type Helper, reached, startHelper } from '../support/load/helper.ts';
import { watchSockets } from '../support/load/sockets.ts';
import { lacksProc } from '../support/load/watch.ts';
import type { Fault } from './fault.ts';
import { until } from './until.ts';

/** `count`: the clients of each kind. `hoarders`: further clients that do not read. `seconds`: the duration. */
const scales = {
  ci: { count: 1000, hoarders: 40, seconds: 60 },
  long: { count: 1000, hoarders: 40, seconds: 600 },
};
/** A slow client must be cut off within this time, in s. */
const patience = 15;
/** The server must stop within this time, however slow its clients are, in s. */
const stopping = 10;
const slowdown = 2;
const artistPath = '/api/v1/artists/1001';
const list = '/api/v1/artists?limit=100';

/** Clients that send heads and bodies slowly and do not read answers: small ones, and ones that no socket buffer holds. */
export const slowClients: Fault = {
  id: 'F7',
  title: 'slow clients',
  missing: lacksProc,
  async run(scale, say) {
    const { count, hoarders, seconds } = scales[scale];
    const rockola = await startRockola();
    try {
      await fillFirstPage(rockola);
      const port = Number(new URL(rockola.url).port);
      const reads = await compareReads(rockola);
      const watch = await watchSockets(rockola.process.pid);
      const slow = startSlow(port, count, hoarders);
      await Promise.all(slow.map(({ helper, least }) => reached(helper, least)));
      const compared = await reads.watch(seconds);
      say(describeReads(compared));
      const { maxHeld, longest } = watch.now();
      await Promise.all([watch.end(), reads.stop()]);
      const stopped = await stopTime(rockola);
      await Promise.all(slow.map(({ helper }) => helper.end()));
      const { held, ...control } = await heldByBare(count / 10);
      return {
        did: `${count} slow heads, ${count} slow bodies, ${count + hoarders} who do not read, for ${seconds} s, with ${readsASecond} reads a second`,
        found: `${describeReads(compared)}; ${maxHeld} connections held at once, the longest for ${longest.toFixed(1)} s; SIGTERM among them took ${stopped.toFixed(1)} s`,
        ...control,
        broken: [
          ...judgement(compared, longest),
          ...(stopped > stopping ? [`to stop took ${stopped.toFixed(1)} s`] : []),
          ...(held <= patience ? ['the control did not fail'] : []),
        ],
      };
    } finally {
      await rockola.stop();
    }
  },
};

/** The first page of the list becomes larger than the kernel's buffer for a client that reads nothing. */
async function fillFirstPage({ call, adminKey }: Rockola): Promise<void> {
  const description = '🎸'.repeat(20_000);
  await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      call('POST', '/api/v1/artists', { body: { id: i + 1, name: `Artista ${i}`, description }, key: adminKey }),
    ),
  );
}

/** @returns the seconds from SIGTERM to the end of the server */
async function stopTime(rockola: Rockola): Promise<number> {
  const start = performance.now();
  await rockola.end();
  return (performance.now() - start) / 1000;
}

function startSlow(port: number, count: number, hoarders: number): { helper: Helper; least: number }[] {
  const start = (kind: string, many: number, path: string) => ({
    helper: startHelper('slowClients.ts', port, kind, many, path),
    least: many,
  });
  return [
    start('heads', count, artistPath),
    start('bodies', count, '/api/v1/artists'),
    start('readers', count, `${list}&offset=100`),
    start('readers', hoarders, list),
  ];
}

function judgement(compared: Compared, longest: number): string[] {
  const late = longest > 2 * patience ? 'a client was not cut off in' : longest > patience ? 'a slow client was held for' : undefined;
  return [...judgeReads(compared, slowdown), ...(late ? [`${late} ${longest.toFixed(1)} s`] : [])];
}

/** The control: a server without limits keeps all slow clients. */
async function heldByBare(count: number): Promise<{ control: string; held: number }> {
  const bare = startHelper('bareServer.ts');
  const watch = await watchSockets(bare.pid);
  const slow = startSlow(await reached(bare, 1), count, 1);
  await until(() => watch.now().longest > patience + 2, 'nobody is held').catch(() => {});
  await Promise.all(slow.map(({ helper }) => helper.end()));
  const { longest: held } = watch.now();
  await Promise.all([watch.end(), bare.end()]);
  return { control: `without limits the longest was held for ${held.toFixed(1)} s, as long as it was watched`, held };
}
