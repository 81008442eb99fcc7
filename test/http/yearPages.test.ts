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

test('a list whose filters fit no record says so, with a link to the whole list', async () => {
  for (const [path, filters, words] of [
    ['/albums', 'year=1983&decade=1970', 'No album fits these filters.'],
    ['/artists', 'place=Nowhere', 'No artist fits these filters.'],
  ])
    expect(await pageOf(`${path}?${filters}`)).toContain(`${words} <a href="${path}">Remove the filters</a>`);
});

test('many albums of an artist have one heading for each year', async () => {
  const key = rockola.adminKey;
  const { id } = (await rockola.call('POST', '/api/v1/artists', { key, body: { name: 'Los Prolíficos' } })).json;
  for (let i = 0; i < 42; i++)
    await rockola.call('POST', `/api/v1/artists/${id}/albums`, { key, body: { name: `Volumen ${i}`, year: 1990 + Math.floor(i / 14) } });
  const page = await pageOf(`/artists/${id}-los-prolificos`);
  expect([...page.matchAll(/<h4 class="year">(\d+)/g)].map(([, year]) => year)).toEqual(['1990', '1991', '1992']);
});

test('the address on paper is that of the shown version', async () => {
  const path = `/artists/1055-charly-garcia?at=${new Date().toISOString()}`;
  expect(await pageOf(path)).toContain(`<p class="printed-from">${rockola.url}${path}</p>`);
});
