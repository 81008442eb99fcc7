import type { Rockola } from '../../support/harness.ts';
import { everydayTraffic } from './everyday.ts';
import { capacityOf, startLoad, type Tally } from './rate.ts';
import { type Sample, takeSample } from './sample.ts';

/** Durations in seconds: to measure the capacity, to warm up, to watch, and between two samples. */
export type Plan = { measure: number; warm: number; watch: number; pause: number };

/**
 * `asked`: the intended rate, in requests a second. If the service was watched more than once, `samples`, `answers`, `bytes` and `seconds`
 * are those of the last time, `earlier` has the samples of the times before, and `statuses` counts all answers.
 */
export type Watched = Tally & { samples: Sample[]; earlier: Sample[]; seconds: number; asked: number };

const load = 0.7;
/** The service is watched up to this many times if something seems to grow: a late warm-up on a busy machine ends, a leak does not. */
const maxWatches = 3;
/** The most clients with a request under way at once. */
export const senders = 32;

/** Measures the capacity of the service, loads it with 70 % of that, and samples its memory, again if the result is unclear. */
export async function soakIn(
  service: Rockola,
  { measure, warm, watch, pause }: Plan,
  isClear: (watched: Watched) => boolean,
): Promise<Watched> {
  const probe = /^Probe (\S+)$/m.exec(service.output())?.[1] ?? '';
  const send = await everydayTraffic(service);
  const asked = load * (await capacityOf(send, senders, measure));
  const traffic = startLoad(send, asked, senders);
  // Sampled during the warm-up too, since frequent collections make the runtime drop code that it would otherwise keep.
  await sampleFor(warm);
  traffic.take();
  const earlier: Sample[] = [];
  const statuses: Tally['statuses'] = new Map();
  for (let times = 1; ; times++) {
    const samples = await sampleFor(watch);
    const counted = traffic.take();
    for (const [status, answers] of counted.statuses) statuses.set(status, (statuses.get(status) ?? 0) + answers);
    const watched = { ...counted, statuses, samples, earlier, asked };
    if (times === maxWatches || isClear(watched)) {
      await traffic.stop();
      return watched;
    }
    earlier.push(...samples);
  }

  async function sampleFor(seconds: number): Promise<Sample[]> {
    const samples: Sample[] = [];
    for (const end = performance.now() + seconds * 1000; performance.now() < end; await Bun.sleep(pause * 1000)) {
      samples.push(await takeSample(service, probe));
    }
    return samples;
  }
}
