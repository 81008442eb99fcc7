import { afterAll, describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { hostile, hostileQueries, hostileText } from '../search/hostile.ts';
import { type Answer, startRockola } from '../support/harness.ts';

/** The operations with a search text, and the parameter for it. */
const operations: [path: string, parameter: string][] = [
  ['/api/v1/artists', 'q'],
  ['/api/v1/search', 'q'],
  ['/api/v1/artists/suggestions', 'q'],
  ['/api/v1/artists/duplicates', 'name'],
];

const rockola = await startRockola();
afterAll(() => rockola.stop());

const ask = (path: string, query: string) => rockola.call('GET', `${path}?${query}`);

/** Whether an answer is a success, or a refusal with a reason. */
function isSound(answer: Answer): boolean {
  if (answer.status === 200) return Array.isArray(answer.json.data);
  if (answer.status === 414) return answer.json.detail !== '';
  return (
    answer.status === 400 && (answer.json.errors?.every(({ detail }: { detail: string }) => detail.length > 5) ?? answer.json.detail !== '')
  );
}

describe.each(operations)('GET %s', (path, parameter) => {
  test.each(Object.keys(hostile))('%s is answered, or refused with the reason', async (name) => {
    const answer = await ask(path, `${parameter}=${hostile[name]}`);
    expect([name, answer.status, answer.text, isSound(answer)]).toEqual([name, answer.status, answer.text, true]);
  });

  test.each(Object.entries(hostileQueries(parameter)))('%s is answered, or refused with the reason', async (_, query) => {
    const answer = await ask(path, query);
    expect([answer.status, answer.text, isSound(answer)]).toEqual([answer.status, answer.text, true]);
  });

  test('a random text of operators and letters is answered, or refused with the reason', async () => {
    const property = fc.asyncProperty(hostileText, async (text) => {
      const answer = await ask(path, `${parameter}=${text}`);
      expect([answer.status, answer.text, isSound(answer)]).toEqual([answer.status, answer.text, true]);
    });
    await fc.assert(property, { numRuns: 60 });
  });
});

test('a query longer than the limit of a request head is refused before it is read', async () => {
  for (const [path, parameter] of operations) {
    const answer = await fetch(`${rockola.url}${path}?${parameter}=a${'%CC%81'.repeat(10_000)}`);
    expect([path, answer.status]).toEqual([path, 431]);
  }
});

test('operators of FTS5 and tsquery are plain characters in a query', async () => {
  const firstName = async (q: string) =>
    (await ask('/api/v1/artists', `limit=1&q=${encodeURIComponent(q)}`)).json.data.map(({ name }: { name: string }) => name);
  const signs = ['%', '_', '"', "'", '*', '-', '^', ':', '(', ')', '&', '|', '!', '\\'];
  for (const sign of signs) expect([sign, await firstName(`${sign}almendra${sign}`)]).toEqual([sign, ['Almendra']]);
});

test('after these tests the catalogue is unchanged, and searches still find artists', async () => {
  expect((await rockola.call('GET', '/api/v1/artists')).json.meta.total).toBe(412n);
  expect((await ask('/api/v1/artists', 'q=almendra')).json.data[0].name).toBe('Almendra');
});
