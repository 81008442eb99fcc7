import { expect, test } from 'bun:test';
import { createPaths } from '../../src/http/paths.ts';
import type { Handler } from '../../src/http/requestContext.ts';
import { contextAt } from '../support/requestContext.ts';

const patterns = [
  '/artists',
  '/artists/:artist',
  '/artists/suggestions',
  '/artists/:artist/albums/:album/edit',
  '/artists/:artist/albums/:album',
  '/artists/:artist/history',
];
const handler: Handler = () => new Response();

function createTestPaths() {
  const paths = createPaths();
  for (const pattern of patterns) paths.get(pattern, handler);
  return paths;
}

test.each([
  ['/artists', '/artists', {}],
  ['/artists/suggestions', '/artists/suggestions', {}],
  ['/artists/7', '/artists/:artist', { artist: '7' }],
  ['/artists/a%20b', '/artists/:artist', { artist: 'a b' }],
  ['/artists/:artist', '/artists/:artist', { artist: ':artist' }],
  ['/artists/7/albums/8', '/artists/:artist/albums/:album', { artist: '7', album: '8' }],
  ['/artists/7/albums/8/edit', '/artists/:artist/albums/:album/edit', { artist: '7', album: '8' }],
  ['/artists/7/history', '/artists/:artist/history', { artist: '7' }],
  ['/artists/7/nothing', undefined, {}],
  ['/nothing', undefined, {}],
])('%s leads to %s', (path, pattern, params) => {
  expect(createTestPaths().find(path)).toEqual({ pattern, params });
});

test('a path answers its methods, and HEAD if it has GET; other methods are refused', () => {
  const paths = createTestPaths();
  paths.on('PUT', '/artists/:artist', handler);
  const requestTo = (pattern: string, method: string) => contextAt('/x', { method }, { pattern, params: {} });
  for (const method of ['GET', 'HEAD', 'PUT']) expect(paths.handlerOf(requestTo('/artists/:artist', method))).toBe(handler);
  const put = requestTo('/artists/suggestions', 'PUT');
  expect(() => paths.handlerOf(put)(put)).toThrow('This resource has GET, HEAD, OPTIONS.');
  const brew = requestTo('/artists', 'BREW');
  expect(() => paths.handlerOf(brew)(brew)).toThrow('The service does not know BREW.');
});

test('a second handler for one method of a path is refused', () => {
  expect(() => createTestPaths().get('/artists', handler)).toThrow('GET /artists is there already');
});
