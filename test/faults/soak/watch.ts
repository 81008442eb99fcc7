import type { Rockola } from '../../support/harness.ts';
import { everydayTraffic } from './everyday.ts';
import { capacityOf, startLoad, type Tally } from './rate.ts';
import { type Sample, takeSample } from './sample.ts';

/** Times in seconds: to find out what the service can take, to get warm, to be watched, and between two looks. */
export type Plan = { measure: number; warm: number; watch: number; pause: number };

/**
 * `asked`: the rate that was aimed at, in requests a second. Where it was watched more than once, `samples`, `answers`, `bytes` and
 * `seconds` are of the last time, `earlier` are the samples of those before, and `statuses` are of all.
 */
export type Watched = Tally & { samples: Sample[]; earlier: Sample[]; seconds: number; asked: number };

const load = 0.7;
/** How often it is watched where something seems to grow: what gets warm later on a busy machine ends to grow, and a leak does not. */
const most = 3;
/** Clients at most that have a request under way at once. */
export const senders = 32;

/** Finds out what the service can take, loads it with 70 % of that, and looks what it holds, again where that is not yet clear. */
export async function soakIn(
  service: Rockola,
  { measure, warm, watch, pause }: Plan,
  isClear: (watched: Watched) => boolean,
): Promise<Watched> {
  const probe = /^Probe (\S+)$/m.exec(service.output())?.[1] ?? '';
  const send = await everydayTraffic(service);
  const asked = load * (await capacityOf(send, senders, measure));
  const traffic = startLoad(send, asked, senders);
  // Looked at then too, since collecting garbage so often makes the runtime drop code that it would keep otherwise.
  await look(warm);
  traffic.take();
  const earlier: Sample[] = [];
  const statuses: Tally['statuses'] = new Map();
  for (let times = 1; ; times++) {
    const samples = await look(watch);
    const counted = traffic.take();
    for (const [status, answers] of counted.statuses) statuses.set(status, (statuses.get(status) ?? 0) + answers);
    const watched = { ...counted, statuses, samples, earlier, asked };
    if (times === most || isClear(watched)) {
      await traffic.stop();
      return watched;
    }
    earlier.push(...samples);
  }

  async function look(seconds: number): Promise<Sample[]> {
    const samples: Sample[] = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await Bun.sleep(pause * 1000)) {
      samples.push(await takeSample(service, probe));
    }
    return samples;
  }
}
