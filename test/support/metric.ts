import { readExposition } from './exposition.ts';
import type { Rockola } from './harness.ts';

type Metered = Pick<Rockola, 'output'>;

/** Reads the metrics of a service that was started with ROCKOLA_METRICS_PORT. */
export async function metrics({ output }: Metered): Promise<Map<string, number>> {
  const address = /Metrics\s+(\S+)/.exec(output())?.[1] ?? '';
  return readExposition(await (await fetch(address)).text()).series;
}

export const metric = async (rockola: Metered, name: string) => (await metrics(rockola)).get(name);
