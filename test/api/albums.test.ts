import { afterAll, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola();
const ana = await rockola.person();
const artist = (await rockola.call('POST', '/api/v1/artists', { body: { name: 'Spinetta' }, key: ana.key })).headers.get(
  'location',
) as string;
afterAll(() => rockola.stop());

const post = (body: unknown, headers = {}) => rockola.call('POST', `${artist}/albums`, { body, key: ana.key, headers });

test('an album is added, read, replaced, patched and deleted', async () => {
  const added = await post({ id: 5, name: 'Artaud', year: 1973, image: '' });
  expect([added.status, added.text]).toEqual([201, '{"id":5,"name":"Artaud","year":1973,"image":""}']);
  const target = added.headers.get('location') as string;
  expect(target).toBe(`${artist}/albums/5`);
  expect((await rockola.call('GET', target)).text).toBe(added.text);

  const replaced = await rockola.call('PUT', target, { body: { name: 'Artaud', year: 1974 }, key: ana.key });
  const etag = replaced.headers.get('etag') ?? '';
  expect([replaced.status, replaced.json.year, etag]).toEqual([200, 1974n, expect.stringMatching(/^"2\./)]);
  const patched = await rockola.call('PATCH', target, { body: { year: 1973 }, key: ana.key, headers: { 'If-Match': etag } });
  expect([patched.status, patched.json.year]).toEqual([200, 1973n]);
  expect((await rockola.call('PATCH', target, { body: { year: 1980 }, key: ana.key, headers: { 'If-Match': etag } })).status).toBe(412);

  expect((await rockola.call('DELETE', target, { key: ana.key })).status).toBe(403);
  expect((await rockola.send('DELETE', target)).status).toBe(204);
  expect((await rockola.call('GET', target)).status).toBe(404);
  expect((await post({ id: 5, name: 'Otra', year: 1980 })).json.id).not.toBe(5n);
});

test('the largest int64 may be the id of an album, and the next album still gets an id', async () => {
  const added = await post('{"id":9223372036854775807,"name":"Límite","year":1999}');
  expect(added.text).toContain('"id":9223372036854775807,');
  expect((await rockola.call('GET', added.headers.get('location') as string)).text).toBe(added.text);
  expect((await post({ name: 'Siguiente', year: 2000 })).json.id).toBeLessThan(1001n);
});

test('an album is not found under another artist', async () => {
  const { json } = await post({ name: 'Durazno sangrando', year: 1975 });
  const elsewhere = `/api/v1/artists/1001/albums/${json.id}`;
  expect((await rockola.call('GET', elsewhere)).status).toBe(404);
  const body = { name: 'X', year: 1975, image: '' };
  expect((await rockola.call('PUT', elsewhere, { body, key: ana.key })).status).toBe(404);
  expect((await rockola.call('PATCH', elsewhere, { body, key: ana.key })).status).toBe(404);
  expect((await rockola.send('DELETE', elsewhere)).status).toBe(404);
});

test('albums of an artist are listed in pages; an unknown artist is answered 404', async () => {
  for (let i = 0; i < 12; i++) await post({ name: `Disco ${i}`, year: 1970 + i });
  const first = await rockola.call('GET', `${artist}/albums`);
  expect(first.json.data).toHaveLength(10);
  const second = await rockola.call('GET', first.json.meta.next);
  expect(first.json.data.length + second.json.data.length).toBe(Number(first.json.meta.total));
  expect((await rockola.call('GET', '/api/v1/artists/999999/albums')).status).toBe(404);
  expect((await rockola.call('POST', '/api/v1/artists/999999/albums', { body: { name: 'X', year: 1980 }, key: ana.key })).status).toBe(404);
});

test('the answer to a new album links to up to five albums of its artist with the same name, and to no others', async () => {
  const [almendra, arcoIris] = [await rockola.add('/artists', { name: 'Almendra' }), await rockola.add('/artists', { name: 'Arco Iris' })];
  const add = (id: bigint, name: string, year: number) => rockola.add(`/artists/${id}/albums`, { name, year });
  const [same, longer, elsewhere] = [
    await add(almendra, 'Mañanas Campestres', 1969),
    await add(almendra, 'Mañanas Campestres II', 1968),
    await add(arcoIris, 'Mañanas Campestres', 1969),
  ];
  let link = '';
  // The service skips a lookup if another began in the last 150 ms, and gives up a lookup after 150 ms.
  await until(async () => {
    const answer = await rockola.send('POST', `/artists/${almendra}/albums`, { name: 'mananas campestres', year: 1970 });
    link = answer.headers.get('link') ?? '';
    return link.split(', ').length === 5;
  }, 'no answer had five links');
  expect(link).toContain(`</api/v1/artists/${almendra}/albums/${same}>; rel="duplicate"`);
  expect(link).not.toMatch(new RegExp(`/(?:${longer}|${elsewhere})>`));
});
