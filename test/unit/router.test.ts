import { expect, test } from 'bun:test';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { apiRoutes } from '../../src/api/routes.ts';
import { createRouter } from '../../src/http/router.ts';

const paths = [
  '/*',
  '/artists',
  '/artists/:artist',
  '/artists/suggestions',
  '/artists/:artist/albums/new',
  '/artists/:artist/albums/:album/edit',
  '/artists/:artist/albums/:album',
  '/artists/:artist/history',
];

test.each([
  ['/artists', ['/*', '/artists']],
  ['/artists/suggestions', ['/*', '/artists/suggestions']],
  ['/artists/7', ['/*', '/artists/:artist']],
  ['/artists/7/albums/new', ['/*', '/artists/:artist/albums/new', '/artists/:artist/albums/:album']],
  ['/artists/7/albums/8', ['/*', '/artists/:artist/albums/:album']],
  ['/artists/7/albums/8/edit', ['/*', '/artists/:artist/albums/:album/edit']],
  ['/artists/7/history', ['/*', '/artists/:artist/history']],
  ['/nothing', ['/*']],
])('%s is routed to what was added first, also where a parameter is next to a text', (path, wanted) => {
  const router = createRouter<string>();
  for (const each of paths) router.add('GET', each, each);
  const [found] = router.match('GET', path);
  expect(found.map(([handler]) => handler)).toEqual(wanted);
});

test('a path without parameters has its own methods, and not those of a pattern that it fits', () => {
  const router = createRouter<string>();
  for (const [method, path] of [
    ['ALL', '/*'],
    ['PUT', '/artists/:artist'],
    ['GET', '/artists/suggestions'],
  ] as const)
    router.add(method, path, path);
  expect(router.match('PUT', '/artists/suggestions')[0].map(([handler]) => handler)).toEqual(['/*']);
});

test('the fast router takes all patterns of the API: none has a text in the place of a parameter', () => {
  const patterns = new Set(apiRoutes(8).map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1')));
  const router = new RegExpRouter<string>();
  for (const path of patterns) if (path.includes(':')) router.add('GET', path, path);
  expect(router.match('GET', '/api/v1/artists/7')[0].map(([handler]) => handler)).toEqual(['/api/v1/artists/:artistId']);
});
