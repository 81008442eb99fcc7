import { readExposition } from './exposition.ts';
import type { Rockola } from './harness.ts';

/** A figure of a service that was started with ROCKOLA_METRICS_PORT. */
export async function metric({ output }: Pick<Rockola, 'output'>, name: string): Promise<number | undefined> {
  const address = /Metrics\s+(\S+)/.exec(output())?.[1] ?? '';
  return readExposition(await (await fetch(address)).text()).series.get(name);
}
