import type { Rockola } from '../support/harness.ts';
import { reached, startHelper } from '../support/load/helper.ts';
import { watchMemory } from '../support/load/watch.ts';

/** The peak of memory in RAM, in MiB, and the number of refusals. */
export type BodyFlood = { peak: number; turnedAway: number };

/** The number of bodies, of a mebibyte each. */
export const bodies = 300;

/** Clients that send large bodies at once and never finish them. */
export async function floodBodies({ url, process: { pid } }: Rockola, seconds: number): Promise<BodyFlood> {
  const memory = watchMemory(pid);
  const helper = startHelper('largeBodies.ts', new URL(url).port, bodies);
  await Bun.sleep(seconds * 1000);
  const turnedAway = await reached(helper, 1).finally(() => helper.end());
  return { peak: memory.stop(), turnedAway };
}
