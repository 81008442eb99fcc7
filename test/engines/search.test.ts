import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { starterCatalogue } from '../../src/starter.ts';
import { type Door, doors, figuresOf, judgeAll, reaches } from '../search/judge.ts';
import { report } from '../search/report.ts';
import { judgedSet } from '../search/set.ts';
import { type Engine, engines, startOn } from '../search/start.ts';
import { typedQueries } from '../search/typed.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

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

const unseen = typedQueries(starterCatalogue('es'), randomFrom(seed), 150);

describe.each(Object.keys(doors) as Door[])('%s', (door) => {
  test.each([...engines])('finds what is wanted on %s', async (engine) => {
    const verdicts = await judgeAll(urlOf(engine), door, judgedSet);
    expect(reaches(figuresOf(verdicts)) ? [] : report(verdicts)).toEqual([]);
  });

  test('finds names with typing mistakes that nobody has seen before', async () => {
    const verdicts = await judgeAll(urlOf('sqlite'), door, unseen);
    expect(reaches(figuresOf(verdicts)) ? [] : [`TEST_SEED=${seed}`, ...report(verdicts)]).toEqual([]);
  });
});

test('both engines give the same answers in the same order, whatever is asked', async () => {
  const lists = [
    ...Object.values(doors).map((path) => `${path}?limit=20&q=`),
    '/api/v1/artists/suggestions?q=',
    '/api/v1/artists/duplicates?name=',
  ];
  for (const list of lists)
    for (const { query } of [...judgedSet, ...unseen]) {
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
