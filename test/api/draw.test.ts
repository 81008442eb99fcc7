import { afterAll, expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';

const rockola = await startRockola({ ROCKOLA_STARTER: 'off' });
afterAll(() => rockola.stop());

const draw = async (query = '') => {
  const { status, json, headers } = await rockola.call('GET', `/api/v1/artists/random${query}`);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  return json.data.map(({ name }: { name: string }) => name) as string[];
};
const visit = (method: string, query = '') => fetch(`${rockola.url}/random${query}`, { method, redirect: 'manual' });
const redirectOf = async (method: string, query?: string) => {
  const { status, headers } = await visit(method, query);
  return [status, headers.get('location'), headers.get('cache-control')];
};

test('a draw from an empty catalogue is empty; every artist is drawn sooner or later, a deleted artist never', async () => {
  expect(await draw('?limit=12')).toEqual([]);
  expect(await redirectOf('GET')).toEqual([302, '/', 'no-store']);
  const ids: Record<string, bigint> = {};
  for (const name of ['Vox Dei', 'Manal', 'Almendra']) ids[name] = await rockola.add('/artists', { name });
  expect((await draw('?limit=12')).sort()).toEqual(['Almendra', 'Manal', 'Vox Dei']);
  const seen = new Set<string>();
  for (let i = 0; i < 200 && seen.size < 3; i++) for (const name of await draw()) seen.add(name);
  expect(seen.size).toBe(3);
  for (const name of ['Vox Dei', 'Manal']) await rockola.send('DELETE', `/artists/${ids[name]}`);
  for (let i = 0; i < 10; i++) expect(await draw()).toEqual(['Almendra']);
  for (const method of ['GET', 'HEAD'])
    expect(await redirectOf(method, '?lang=en')).toEqual([302, `/artists/${ids.Almendra}-almendra?lang=en`, 'no-store']);
});

test('the draw of today is the same for everybody, and the front page shows it', async () => {
  for (let i = 0; i < 20; i++) await rockola.send('POST', '/artists', { name: `Banda ${i}` });
  const today = await draw('?of=today&limit=12');
  expect(today).toHaveLength(12);
  expect(await draw('?of=today&limit=12')).toEqual(today);
  expect(await draw('?of=today&limit=3')).toEqual(today.slice(0, 3));
  const page = await (await fetch(rockola.url, { headers: { Accept: 'text/html' } })).text();
  const wall = [...page.matchAll(/<p class="name"><a href="[^"]*"><bdi>([^<]*)/g)].map(([, name]) => name);
  expect(wall).toEqual(today);
  expect(page).toContain('21 artistas y 0 discos');
});
