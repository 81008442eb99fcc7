import { afterAll, describe, expect, test } from 'bun:test';
import { apiRoutes } from '../../src/api/routes.ts';
import { problemTypes } from '../../src/http/problemTypes.ts';
import { sitePaths } from '../../src/web/paths.ts';
import type { OpenApi } from '../support/documented.ts';
import { startRockola } from '../support/harness.ts';

/** These tests run for each mounted route, so a new route is covered at once. */
const routes = apiRoutes(8);
const paths = [...new Set(routes.map((route) => route.path))];
const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const filledIn = (path: string) => path.replaceAll(/\{\w+\}/g, '1');

const rockola = await startRockola();
afterAll(() => rockola.stop());

const allowed = (path: string) => {
  const own = routes.filter((route) => route.path === path).map((route) => route.method.toUpperCase());
  return new Set([...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS']);
};
const asSet = (allow: string | null) => new Set(allow?.split(', '));

describe.each(paths)('%s', (path) => {
  test('answers every method that it lacks with 405 and the exact Allow', async () => {
    for (const method of methods.filter((method) => !allowed(path).has(method))) {
      const answer = await rockola.call(method, filledIn(path));
      expect([method, answer.status]).toEqual([method, 405]);
      expect(asSet(answer.headers.get('allow'))).toEqual(allowed(path));
      expect(answer.json.type).toEndWith('/method-not-allowed');
    }
    expect((await rockola.call('QUERY', filledIn(path), { body: '{}' })).status).toBe(405);
    expect((await rockola.call('PROPFIND', filledIn(path))).status).toBe(501);
  });

  test('answers OPTIONS and lets any origin in without cookies', async () => {
    const preflight = await rockola.call('OPTIONS', filledIn(path), {
      headers: { Origin: 'https://example.org', 'Access-Control-Request-Method': 'POST' },
    });
    expect([preflight.status, preflight.text]).toEqual([204, '']);
    expect(asSet(preflight.headers.get('allow'))).toEqual(allowed(path));
    expect(asSet(preflight.headers.get('access-control-allow-methods'))).toEqual(allowed(path));
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
    expect(preflight.headers.has('access-control-allow-credentials')).toBe(false);
    for (const name of ['Authorization', 'X-API-Key', 'Content-Type', 'If-Match', 'If-None-Match', 'Idempotency-Key']) {
      expect(preflight.headers.get('access-control-allow-headers')).toContain(name);
    }
  });

  test('another spelling of the path is answered with 404, or like the path itself', async () => {
    const target = filledIn(path);
    const canonical = (await rockola.call('POST', target, { body: {} })).status;
    for (const other of [
      `/${target}`,
      `${target}/`,
      target.toUpperCase(),
      target.replace('/api/', '/api//'),
      `${target}%00`,
      target.replace('/v1/', '/v1%2F'),
    ]) {
      const { status } = await rockola.call('POST', other, { body: {} });
      expect([other, [canonical, 404].includes(status)]).toEqual([other, true]);
    }
  });
});

describe.each(routes.map((route) => [route.operation, route] as const))('%s', (_, route) => {
  const target = filledIn(route.path);
  const method = route.method.toUpperCase();
  const body = route.body ? '{}' : undefined;

  const headers = route.receives && { 'Content-Type': route.receives[0] as string };

  test('refuses a query parameter it does not know', async () => {
    const answer = await rockola.send(method, `${target}?colour=red`, body, headers);
    expect(answer.status).toBe(400);
    expect(answer.json.errors).toContainEqual(expect.objectContaining({ pointer: '/colour' }));
  });

  test('refuses an Accept that excludes JSON', async () => {
    expect((await rockola.send(method, target, body, { Accept: 'text/html' })).status).toBe(406);
  });

  if (route.body)
    test('accepts only JSON of a bounded size without unknown members', async () => {
      expect((await rockola.send(method, target, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413);
      expect((await rockola.send(method, target, '{}', { 'Content-Type': 'text/plain' })).status).toBe(415);
      const errors = await rockola.send(method, target, '{"isAdmin":true,"passwordHash":"x","createdAt":1}');
      expect(errors.status).toBe(400);
      expect(errors.json.errors.map((error: { pointer: string }) => error.pointer)).toEqual(
        expect.arrayContaining(['/isAdmin', '/passwordHash', '/createdAt']),
      );
    });
});

test('the OpenAPI document is small, and describes each operation and the credentials that it needs', async () => {
  const text = await (await fetch(`${rockola.url}/openapi.json`)).text();
  expect(text.length / routes.length).toBeLessThan(2_180);
  const document = JSON.parse(text) as OpenApi;
  const credentials = [{ bearerAuth: [] }, { apiKeyHeader: [] }];
  expect(document.security).toEqual(credentials);
  for (const { operation, path, method, needs, mayNeed } of routes) {
    const documented = document.paths[path]?.[method];
    expect([operation, documented?.description]).toEqual([operation, expect.stringMatching(/^.{10,}$/)]);
    expect(documented?.security).toEqual(needs ? undefined : mayNeed ? [{}, ...credentials] : []);
  }
});

test('pages and health checks refuse other methods, as operations do', async () => {
  const pages = Object.values(sitePaths).map((path) => path.replaceAll(/:\w+/g, '1001'));
  for (const path of [...pages, '/docs', '/openapi.json', '/problems', '/problems/not-found', '/livez', '/readyz', '/assets/site.css']) {
    const answer = await rockola.call('POST', path);
    expect([path, answer.status, answer.headers.get('allow')]).toEqual([path, 405, 'GET, HEAD, OPTIONS']);
    expect((await rockola.call('OPTIONS', path)).status).toBe(204);
  }
});

test('every answer, whatever its status, has the security headers and its request id', async () => {
  for (const path of [
    '/',
    '/docs',
    '/openapi.json',
    '/assets/site.css',
    '/problems',
    '/livez',
    '/readyz',
    '/nowhere',
    '/api/v1/artists',
    '/api/v1/artists/x',
  ]) {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'POST']) {
      const { headers } = await rockola.call(method, path);
      expect([path, method, headers.get('x-content-type-options'), headers.get('referrer-policy')]).toEqual([
        path,
        method,
        'nosniff',
        'no-referrer',
      ]);
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers.get('access-control-allow-origin')).toBe(/^.(api|openapi)/.test(path) ? '*' : null);
    }
  }
});

test('every problem type has a page, and the address of an unknown type is 404', async () => {
  for (const [code, { title }] of Object.entries(problemTypes)) {
    const page = await fetch(`${rockola.url}/problems/${code}`);
    expect(page.status).toBe(200);
    expect(page.headers.get('content-type')).toStartWith('text/html');
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect((await page.text()).includes(title)).toBe(true);
  }
  for (const path of ['/problems/nothing', '/problems/constructor', '/nothing', '/api/v1/nothing', '/api']) {
    const answer = await rockola.call('GET', path);
    expect([path, answer.status, answer.json.status]).toEqual([path, 404, 404n]);
    expect(answer.json.instance).toBe(`urn:uuid:${answer.headers.get('x-request-id')}`);
  }
});
