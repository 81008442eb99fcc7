import { until } from '../faults/until.ts';
import type { Rockola } from './harness.ts';

type Logging = Pick<Rockola, 'output'>;

/** The lines of the log so far that have a text. */
export function linesWith({ output }: Logging, text = ''): string[] {
  const lines = output().split('\n');
  return lines.filter((line) => line.startsWith('{') && line.includes(text));
}

/** The parsed lines of the log so far. */
export const logOf = (rockola: Logging) => linesWith(rockola).map((line) => JSON.parse(line));

/** Waits until the log has a line for each request that was answered before, since a thread writes the lines later, in order. */
export async function untilLogged({ url, output }: Pick<Rockola, 'url' | 'output'>): Promise<void> {
  const { headers } = await fetch(`${url}/api/v1/nowhere`);
  const id = headers.get('x-request-id') as string;
  const isWhole = () => {
    const start = output().indexOf(id);
    return start >= 0 && output().includes('\n', start);
  };
  await until(isWhole, 'the log has no line of the last request');
}
