import { expect } from 'bun:test';
import type { Rockola } from '../harness.ts';
import type { Random } from '../random.ts';

/** Words that each have many candidates. */
export const common = 'de la los el las y un una en con banda rock disco charly luis noche rosa blanca negra nueva vida'.split(' ');
export const commonQueries = [common.slice(0, 12).join(' '), 'la noche de los', 'rosa blanca negra nueva vida', 'charly'];

/** A word that no other resembles. */
export const nonsense = (random: Random) => `zq${Array.from({ length: 18 }, () => String.fromCharCode(97 + random.below(26))).join('')}`;

/** Searches, and repeats if another program may have used the machine: each limit has a separate answer, so none is cached. */
export async function expectQuick(rockola: Rockola, query: string): Promise<void> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let limit = 20; limit > 0 && fastest > 1_000; limit--) {
    const start = performance.now();
    const { status } = await rockola.call('GET', `/api/v1/search?q=${encodeURIComponent(query)}&limit=${limit}`);
    expect(status).toBe(200);
    fastest = Math.min(fastest, performance.now() - start);
  }
  expect(fastest, query).toBeLessThan(1_000);
}
