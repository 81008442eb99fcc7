import { expect, test } from 'bun:test';
import { executable } from './packages.ts';

process.env.TEST_PROGRAM = executable;
const { startRockola } = await import('../support/harness.ts');

test('with two threads the executable serves pages, their assets and accounts, on many connections', async () => {
  const rockola = await startRockola({ ROCKOLA_THREADS: '2', ROCKOLA_METRICS_PORT: '0' });
  expect(rockola.output()).toContain('in 2 threads');
  const get = async (path: string) => {
    const response = await fetch(new URL(path, rockola.url), { keepalive: false });
    return { status: response.status, type: response.headers.get('content-type') ?? '', text: await response.text() };
  };
  const pages = await Promise.all(Array.from({ length: 40 }, () => get('/artists/1001')));
  expect(new Set(pages.map(({ status, type }) => `${status} ${type}`))).toEqual(new Set(['200 text/html; charset=utf-8']));
  const [{ text = '' } = {}] = pages;
  const loaded = [...text.matchAll(/(?:href|src)="([^"]+\.(?:css|js|svg|woff2)[^"]*)"/g)].map(([, path = '']) => path);
  const [style = ''] = loaded.filter((path) => path.includes('.css'));
  const fonts = [...(await get(style)).text.matchAll(/url\("?([^")]+\.woff2[^")]*)/g)].map(
    ([, path = '']) => new URL(path, new URL(style, rockola.url)).pathname,
  );
  expect([loaded.length > 1, fonts.length > 0]).toEqual([true, true]);
  for (const path of [...loaded, ...fonts]) expect([path, (await get(path)).status]).toEqual([path, 200]);
  const people = await Promise.all(Array.from({ length: 8 }, (_, i) => rockola.person(`Ana${i}x`)));
  for (const { token } of people) expect((await rockola.call('GET', '/api/v1/user', { token })).status).toBe(200);
  await rockola.stop();
});
