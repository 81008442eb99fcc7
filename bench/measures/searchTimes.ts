import { openLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Row } from '../measure.ts';
import type { Contender } from '../rounds.ts';
import { spreadOf } from '../spread.ts';

/** How long answers take, in ms. */
export type Times = { p50: number; p99: number };

const maxWait = 120_000;

/** Asks one at a time. @throws where an answer is an error */
export function oneAtATime(url: string, workload: Workload): Contender<Times> {
  return async (seconds) => {
    const [times] = await openLoop(url, [{ workload, connections: 1 }], seconds);
    const failed = times ? times.errors + times.refused.answers : 0;
    if (!times || failed > 0) throw new Error(`${failed} searches were answered with errors`);
    return times;
  };
}

/** Waits until a service can search: after a move its index must first be built. */
export async function untilSearchable(url: string): Promise<void> {
  for (const end = Date.now() + maxWait; Date.now() < end; await Bun.sleep(200)) {
    const answer = await fetch(`${url}/api/v1/search?q=almendra`);
    await answer.arrayBuffer();
    if (answer.ok) return;
  }
  throw new Error(`the index was not complete after ${maxWait / 1000} seconds`);
}

export function timeRows(work: string, times: Times[]): Row[] {
  const row = (percentile: keyof Times, atMost: number): Row => ({
    id: 'P7',
    work: `${work}, ${percentile}`,
    unit: 'ms',
    value: spreadOf(times.map((time) => time[percentile])),
    goal: { atMost },
  });
  return [row('p50', 5), row('p99', 20)];
}
