import { expect, test } from 'bun:test';
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
