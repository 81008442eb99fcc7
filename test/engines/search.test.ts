import { afterAll, describe, expect, test } from 'bun:test';
import { starterCatalogue } from '../../src/starter.ts';
import { figuresOf, judgeAll, reaches, type SearchOperation, searchPaths } from '../search/judge.ts';
import { report } from '../search/report.ts';
import { sets } from '../search/set.ts';
import { addTitles } from '../search/titles.ts';
import { typedQueries } from '../search/typed.ts';
import { isLong, sampleOf } from '../support/amount.ts';
import { engines } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** Each run of the long form uses new queries, so many that the share of found records varies little by chance. */
const typed = typedQueries(starterCatalogue('es'), randomFrom(isLong ? seed : 1), isLong ? 1_000 : 60);
const all = [...sets.judged, ...typed];
/** The minimum for generated queries. It is lower than the goal for queries that people wrote. */
const leastUnseen = { first: 0.88, firstFive: 0.95 };
/** The queries whose suggestions and duplicates are compared. */
const sample = randomFrom(seed)
  .shuffled(all)
  .slice(0, isLong ? 400 : 45);
/** The queries that the second engine gets too. */
const compared = sampleOf(all, 120);

/** The starter catalogue on both engines. */
const served = await Promise.all(engines.map((engine) => startRockola({}, { engine })));
afterAll(async () => void (await Promise.all(served.map(({ stop }) => stop()))));

describe.each(Object.keys(searchPaths) as SearchOperation[])('a search by the operation %s', (operation) => {
  test('finds the wanted record, also for new misspellings, with the same results on both engines', async () => {
    const [first = [], second = []] = await Promise.all(served.map(({ url }, i) => judgeAll(url, operation, i === 0 ? all : compared)));
    const [known, unseen] = [first.slice(0, sets.judged.length), first.slice(sets.judged.length)];
    expect(reaches(figuresOf(known)) ? [] : report(known)).toEqual([]);
    expect(reaches(figuresOf(unseen), leastUnseen) ? [] : [`TEST_SEED=${seed}`, ...report(unseen)]).toEqual([]);
    const answers = new Map(first.map(({ query, answer }) => [query, answer]));
    for (const { query, answer } of second) expect([query, answer]).toEqual([query, answers.get(query) ?? '']);
  });
});

test.each(['/api/v1/artists/suggestions?with=albums&q=', '/api/v1/artists/suggestions?q=', '/api/v1/artists/duplicates?name='])(
  'both engines answer %s alike',
  async (list) => {
    for (const { query } of sample) {
      const [first, second] = await Promise.all(served.map(({ url }) => ask(url + list + encodeURIComponent(query))));
      expect([query, second]).toEqual([query, first]);
    }
  },
);

test('albums are found by titles of tracks, with the same results on both engines', async () => {
  await Promise.all(served.map(addTitles));
  const [first = [], second = []] = await Promise.all(served.map(({ url }) => judgeAll(url, 'search', sets.tracks)));
  expect(reaches(figuresOf(first)) ? [] : report(first)).toEqual([]);
  expect(second.map(({ answer }) => answer)).toEqual(first.map(({ answer }) => answer));
});

async function ask(url: string): Promise<string> {
  const answer = await fetch(url);
  // Two problems differ in the id of their request, so only their status is compared.
  return answer.ok ? answer.text() : String(answer.status);
}
