import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
afterAll(() => rockola.stop());

const path = '/api/v1/artists';
const get = (query: string) => rockola.call('GET', `${path}${query}`);
const names = (json: { data: { name: string }[] }) => json.data.map(({ name }) => name);

test('sort=name skips articles and orders numbers by value', async () => {
  const first = await get('?sort=name&limit=3');
  expect([names(first.json), first.json.meta.total]).toEqual([['2 Minutos', 'Los 7 Delfines', 'La 25'], 412n]);
  const second = await rockola.call('GET', first.json.meta.next);
  expect(names(second.json)).toEqual(['107 Faunos', 'Abel Meyer', 'Abril Sosa']);
  expect(second.headers.get('link')).toContain(`sort=name>; rel="prev"`);
  expect(names((await get('?sort=-name&limit=1')).json)).toEqual(['Zoe Gotusso']);
});

test('links to other pages repeat the filter', async () => {
  const { json, headers } = await get('?band=LOS%20abuelos%20de%20la%20n%C3%A1d%C3%A1%21&limit=1&sort=name');
  expect(names(json)).toEqual(['Los Abuelos de la Nada']);
  expect(headers.get('link')).toContain('&band=LOS%20abuelos%20de%20la%20n%C3%A1d%C3%A1!');
  const next = await rockola.call('GET', json.meta.next);
  expect(next.status).toBe(200);
  expect(next.json.data.every(({ band }: { band: string }) => band === 'Los Abuelos de la Nada')).toBe(true);
  expect(next.json.meta.total).toBe(json.meta.total);
});

test('ids= gives the artists that exist, each once, in order of id', async () => {
  const { json } = await get('?ids=1003,999999,1001,1003&limit=100');
  expect([json.data.map(({ id }: { id: bigint }) => id), json.meta]).toEqual([
    [1001n, 1003n],
    { limit: 100n, offset: 0n, total: 2n, next: null },
  ]);
});

test('artists can be filtered by the years of their albums, the time of their last change and pictures, also together', async () => {
  const [seventies, year] = [await get('?decade=1970&limit=100'), await get('?decade=1970&year=2000&limit=100')];
  expect(seventies.json.meta.total).toBeGreaterThan(year.json.meta.total);
  expect(names(year.json)).toContain('Sui Generis');
  const changed = new Date(Date.now() + 1).toISOString();
  await Bun.sleep(2);
  await rockola.send('PATCH', `${path}/1200`, { image: 'https://example.org/a.jpg' });
  const after = await get(`?updated_since=${changed}&has=image`);
  expect(after.json.data.map(({ id }: { id: bigint }) => id)).toEqual([1200n]);
  expect((await get('?sort=-updated&limit=1')).json.data[0].id).toBe(1200n);
});

test('SQL in a filter is treated as text', async () => {
  for (const band of ["' or 1=1 --", '%', '_', '*', '"', '\\', 'Sui%', '😀', '\u202e', ';', '-1'])
    expect([band, (await get(`?band=${encodeURIComponent(band)}`)).json.meta.total]).toEqual([band, 0n]);
});

test('the answer names every wrong parameter', async () => {
  const { status, json } = await get(`?sort=NEAR&has=band&year=19e2&decade=1973&ids=1,x&updated_since=0&band=`);
  expect([status, json.errors.map(({ pointer }: { pointer: string }) => pointer).toSorted()]).toEqual([
    400,
    ['/band', '/decade', '/has', '/ids', '/sort', '/updated_since', '/year'],
  ]);
  for (const hostile of [
    `ids=${'1,'.repeat(3_000)}`,
    `after=${'9'.repeat(6_000)}`,
    `band=${'x'.repeat(6_000)}`,
    'sort=id&sort=id',
    'has=image&has=image',
  ])
    expect((await get(`?${hostile}`)).status).toBe(400);
});

test('a list filtered by a text (q=) links to the next and the previous page', async () => {
  const { json, headers } = await get('?q=los&limit=2&offset=2');
  expect(headers.get('link')).toBe(`<${json.meta.next}>; rel="next", <${path}?q=los&limit=2&offset=0>; rel="prev"`);
});

test('a cursor of one sort order is refused in every other order', async () => {
  for (const sort of ['name', '-name', 'updated', '-updated', '-id']) {
    const next = new URL((await get(`?sort=${sort}&limit=1`)).json.meta.next, 'http://localhost');
    for (const other of ['id', '-id', 'name', '-name', 'updated', '-updated']) {
      next.searchParams.set('sort', other);
      expect([sort, other, (await get(next.search)).status]).toEqual([sort, other, sort === other ? 200 : 400]);
    }
  }
});
