import { hostile, hostileQueries } from '../../test/search/hostile.ts';

/** Each query is sent this many times and its fastest answer counts, so that a pause of the machine is not measured. */
const tries = 5;

/** Sends hostile searches, which no person types. @returns the slowest, in ms */
export async function slowestHostile(url: string): Promise<{ ms: number; name: string }> {
  let slowest = { ms: 0, name: '' };
  for (const [name, query] of everyQuery()) {
    const ms = await fastest(`${url}${query}`);
    if (ms > slowest.ms) slowest = { ms, name };
  }
  return slowest;
}

function everyQuery(): [name: string, query: string][] {
  const paths = [
    ['/api/v1/artists', 'q'],
    ['/api/v1/search', 'q'],
    ['/api/v1/artists/suggestions', 'q'],
    ['/api/v1/artists/duplicates', 'name'],
  ] as const;
  return paths.flatMap(([path, parameter]) => {
    const texts = Object.entries(hostile).map(([name, text]): [string, string] => [name, `${parameter}=${text}`]);
    return [...texts, ...Object.entries(hostileQueries(parameter))].map(([name, query]): [string, string] => [
      `${path}: ${name}`,
      `${path}?${query}`,
    ]);
  });
}

async function fastest(url: string): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < tries; i++) {
    const begin = performance.now();
    const answer = await fetch(url);
    await answer.arrayBuffer();
    if (answer.status >= 500) throw new Error(`${url.slice(0, 200)} is answered ${answer.status}`);
    times.push(performance.now() - begin);
  }
  return Math.min(...times);
}
