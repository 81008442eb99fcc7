import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const pageOf = async (path: string) => (await fetch(rockola.url + path, { headers: { 'Accept-Language': 'en' } })).text();

test('the page of a year links to the other years of its decade', async () => {
  const page = await pageOf('/albums?year=1983');
  const years = [...page.matchAll(/href="\/albums\?year=(\d+)"/g)].map(([, year]) => Number(year));
  expect(years).toEqual([1980, 1981, 1982, 1984, 1985, 1986, 1987, 1988, 1989]);
});
