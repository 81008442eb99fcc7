import type { Rockola } from '../../harness.ts';
import { capacityOf, startSteady } from '../rate.ts';
import { everydayTraffic } from './everyday.ts';
import { type Sample, takeSample } from './sample.ts';

/** Times in seconds: to find out what the service can take, to get warm, and to be watched. */
export type Plan = { measure: number; warm: number; watch: number };

export type Watched = { samples: Sample[]; perSecond: number; statuses: Map<number, number>; skipped: number };

const load = 0.7;
export const mostWaiting = 64;
const samplesIn = 600;

/** Finds out what the service can take, loads it with 70 % of that, and looks what it holds. */
export async function soakIn(service: Rockola, { measure, warm, watch }: Plan): Promise<Watched> {
  const send = await everydayTraffic(service);
  const perSecond = load * (await capacityOf(send, 32, measure));
  const steady = startSteady(send, perSecond, mostWaiting);
  await Bun.sleep(warm * 1000);
  const samples: Sample[] = [];
  const pause = Math.max(50, (watch * 1000) / samplesIn);
  for (const end = performance.now() + watch * 1000; performance.now() < end; await Bun.sleep(pause)) samples.push(takeSample(service));
  await steady.stop();
  return { samples, perSecond, statuses: steady.statuses, skipped: steady.skipped() };
}
