import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { type Door, doors, figuresOf, goal, judgeAll } from '../search/judge.ts';
import { report } from '../search/report.ts';
import { judgedSet } from '../search/set.ts';
import { type Engine, engines, startOn } from '../search/start.ts';

/** The starter catalogue on both engines, asked the same. */
type Served = { engine: Engine; url: string; stop(): Promise<void> };
let served: Served[];

beforeAll(async () => {
  served = await Promise.all(
    engines.map(async (engine) => {
      const { rockola, stop } = await startOn(engine);
      return { engine, url: rockola.url, stop };
    }),
  );
});
afterAll(async () => void (await Promise.all(served.map(({ stop }) => stop()))));

describe.each(Object.keys(doors) as Door[])('%s', (door) => {
  test.each([...engines])('finds what is wanted on %s', async (engine) => {
    const verdicts = await judgeAll(urlOf(engine), door, judgedSet);
    const { first, firstFive } = figuresOf(verdicts);
    const told = first < goal.first || firstFive < goal.firstFive ? report(verdicts) : [];
    expect(told).toEqual([]);
  });
});

test('both engines give the same answers in the same order, whatever is asked', async () => {
  const lists = [
    ...Object.values(doors).map((path) => `${path}?limit=20&q=`),
    '/api/v1/artists/suggestions?q=',
    '/api/v1/artists/duplicates?name=',
  ];
  for (const list of lists)
    for (const { query } of judgedSet) {
      const [one, other] = await Promise.all(engines.map((engine) => ask(urlOf(engine), list + encodeURIComponent(query))));
      expect([list, query, one]).toEqual([list, query, other]);
    }
});

function urlOf(engine: Engine): string {
  return served.find((one) => one.engine === engine)?.url ?? '';
}

async function ask(url: string, path: string): Promise<string> {
  const answer = await fetch(url + path);
  // A problem carries the id of its request.
  return answer.ok ? answer.text() : String(answer.status);
}
