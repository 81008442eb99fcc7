import { until } from '../faults/until.ts';
import type { Rockola } from './harness.ts';

/** Waits until the log has a line for each answered request: a thread writes them later, in order. */
export async function untilLogged({ url, output }: Pick<Rockola, 'url' | 'output'>): Promise<void> {
  const { headers } = await fetch(`${url}/api/v1/nowhere`);
  const id = headers.get('x-request-id') as string;
  const isWhole = () => {
    const at = output().indexOf(id);
    return at >= 0 && output().includes('\n', at);
  };
  await until(isWhole, 'the log has no line of the last request');
}
