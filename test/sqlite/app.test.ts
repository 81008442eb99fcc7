import { afterAll, afterEach, describe, expect, jest, test } from 'bun:test';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { apiRoutes } from '../../src/api/routes.ts';
import type { Route } from '../../src/http/route.ts';
import { Problem } from '../../src/model/problem.ts';
import { fill } from '../../src/model/recordPath.ts';
import type { Store } from '../../src/store/store.ts';
import { addFact, factKindOf, idParamOf } from '../support/facts.ts';
import { openApp } from '../support/inProcess.ts';

/** The handling of requests, which is the same on any engine. No server runs, so that a test can choose its state, such as draining. */
const app = await openApp();
afterAll(() => app.close());
afterEach(() => jest.useRealTimers());

const routes = apiRoutes(8);
/** The export gets an unknown kind and is refused: nobody here would read a real export, and it would keep a place for exports. */
const concrete = ({ operation, path }: Route) => `${path.replaceAll(/\{\w+\}/g, '1')}${operation === 'exportCatalogue' ? '?kind=x' : ''}`;
const methodOf = ({ method }: Route) => method.toUpperCase();
const json = async (response: Response) => (await response.json()) as Record<string, unknown>;
const pages = ['/', '/docs', '/openapi.json', '/problems', '/problems/not-found', '/livez', '/readyz', '/assets/site.css'];

/** A request for every route and page, and for unknown paths. */
const everything: [method: string, path: string][] = [
  ...routes.map((route): [string, string] => [methodOf(route), concrete(route)]),
  ...['OPTIONS', 'TRACE', 'HEAD'].map((method): [string, string] => [method, '/api/v1/artists']),
  ...[...pages, '/nowhere'].map((path): [string, string] => ['GET', path]),
];

/** Operations whose answer differs each time, or has no known length, like an export. */
const changing = ['drawArtists', 'exportCatalogue'];

test('every answer closes its connection while the service drains, and none does before', async () => {
  for (const draining of [false, true]) {
    for (const [method, path] of everything) {
      const { headers } = await app.ask(path, { method }, { draining });
      expect([method, path, headers.get('connection')]).toEqual([method, path, draining ? 'close' : null]);
    }
  }
});

describe('/readyz', () => {
  test('answers 503 with Retry-After while the service drains; /livez stays 200', async () => {
    const [ready, alive] = [await app.ask('/readyz', {}, { draining: true }), await app.ask('/livez', {}, { draining: true })];
    expect([ready.status, ready.headers.get('retry-after'), await json(ready)]).toEqual([503, '1', { status: 'draining' }]);
    expect([alive.status, alive.headers.get('retry-after'), await json(alive)]).toEqual([200, null, { status: 'alive' }]);
  });

  test('follows the state of the store, checked once a second, and is not cached', async () => {
    jest.useFakeTimers();
    const states: [() => Promise<boolean>, number][] = [
      [async () => true, 200],
      [async () => false, 503],
      [() => Promise.reject(new Error('gone')), 503],
    ];
    for (const [state, status] of states) {
      let checks = 0;
      const ready = () => {
        checks++;
        return state();
      };
      const ask = app.appWith({ store: { ...app.store, ready } });
      const seen = [];
      for (const pause of [0, 0, 999, 2, 999, 2]) {
        jest.advanceTimersByTime(pause);
        const { headers, status } = await ask('/readyz');
        seen.push([status, checks, headers.get('cache-control'), headers.get('retry-after'), headers.get('content-type')]);
      }
      const retryAfter = status === 503 ? '1' : null;
      expect(seen).toEqual([1, 1, 1, 2, 2, 3].map((checks) => [status, checks, 'no-store', retryAfter, 'application/json']));
    }
  });
});

describe('limits', () => {
  test('a request to any path is refused if too many are under way', async () => {
    for (const [method, path] of everything) {
      const inLimit = await app.ask(path, { method }, { underWay: 12_000 });
      expect([method, path, inLimit.status === 503 && method !== 'POST']).toEqual([method, path, false]);
      const aboveLimit = await app.ask(path, { method }, { underWay: 12_001 });
      expect([method, path, aboveLimit.status, aboveLimit.headers.get('connection'), aboveLimit.headers.get('retry-after')]).toEqual([
        method,
        path,
        503,
        'close',
        '1',
      ]);
    }
  });

  test('with a full queue of hashes, requests to hashing routes are refused before their body is read, and no others are', async () => {
    const full = () => {
      throw new Problem('unavailable', 'Too many passwords are waiting.', { retryAfter: 1 });
    };
    const ask = app.appWith({ passwords: { ...app.services.passwords, takeSlot: full } });
    for (const route of routes) {
      const body = route.body ? { body: '{}', headers: { 'Content-Type': 'application/json' } } : {};
      const { status } = await ask(concrete(route), { method: methodOf(route), ...body });
      expect([route.operation, status === 503]).toEqual([route.operation, route.hashes === 'always']);
    }
  });

  test('a target may have up to 8,192 bytes, path and query together', async () => {
    for (const start of ['/api/v1/artists?x=', '/api/v1/artists/', '/', '/docs?']) {
      const target = (length: number) => start.padEnd(length, '1');
      expect([start, (await app.ask(target(8_192))).status]).not.toEqual([start, 414]);
      expect([start, (await app.ask(target(8_193))).status]).toEqual([start, 414]);
      expect([start, (await app.ask(`http://a-much-longer-name.example.org:8080${target(8_192)}`)).status]).not.toEqual([start, 414]);
    }
  });
});

test('a Host is one name or address, with a port or without', async () => {
  const statusWith = async (host: string) => (await app.ask('/livez', { headers: { Host: host } })).status;
  for (const host of ['', 'example.org', 'EXAMPLE.org:80', 'a_b-c.d', '[::1]', '[::ffff:192.0.2.1]:3000', '127.0.0.1:65535', 'x:'])
    expect([host, await statusWith(host)]).toEqual([host, 200]);
  for (const host of [
    'a, b',
    'a b',
    'user@example.org',
    'a/b',
    'a?b',
    '[::1',
    '::1]',
    'x[::1]',
    'a:b',
    'a:123456',
    'a\\b',
    '[g::]',
    'a:1:2',
  ])
    expect([host, await statusWith(host)]).toEqual([host, 400]);
});

test('a known method that a path does not have gets 405, an unknown one 501', async () => {
  for (const path of [...new Set([...routes.map(concrete), ...pages.filter((page) => !page.startsWith('/assets'))])]) {
    const allow = ((await app.ask(path, { method: 'OPTIONS' })).headers.get('allow') ?? '').split(', ');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'CONNECT', 'QUERY']) {
      if (allow.includes(method)) continue;
      const refused = await app.ask(path, { method });
      expect([method, path, refused.status, refused.headers.get('allow')]).toEqual([method, path, 405, allow.join(', ')]);
    }
    for (const method of ['PROPFIND', 'MKCOL', 'LOCK']) {
      const refused = await app.ask(path, { method });
      expect([method, path, refused.status, refused.headers.get('allow')]).toEqual([method, path, 501, null]);
    }
  }
});

describe('caches', () => {
  test('may store public answers, may store answers to credentials only privately, and may store no others', async () => {
    const bearer = { Authorization: 'Bearer x' };
    for (const route of routes.filter(({ method, needs, operation }) => method === 'get' && !needs && !changing.includes(operation))) {
      for (const [headers, wanted] of [
        [{}, 'no-cache'],
        [{ 'X-API-Key': app.adminKey }, 'private, no-cache'],
        [bearer, 'private, no-cache'],
      ] as const) {
        const requiredQuery = route.query?.safeParse({}).success === false ? '?q=sumo' : '';
        const query = route.operation === 'findDuplicates' ? '?name=sumo' : requiredQuery;
        const path = (route.path.includes('{') ? await aRecord(route) : route.path) + query;
        const { status, headers: answered } = await app.ask(path, { headers });
        expect([route.operation, status, answered.get('cache-control')]).toEqual([route.operation, 200, wanted]);
        const again = await app.ask(path, { headers: { ...headers, 'If-None-Match': answered.get('etag') ?? '' } });
        expect([again.status, again.headers.get('cache-control'), again.headers.get('etag')]).toEqual([304, wanted, answered.get('etag')]);
      }
    }
    for (const [method, path] of everything.filter(([method]) => !['GET', 'OPTIONS', 'HEAD'].includes(method))) {
      const { headers } = await app.ask(path, { method });
      expect([method, path, headers.get('cache-control')]).toEqual([method, path, 'no-store']);
    }
    const headers = { 'X-API-Key': app.adminKey, 'Content-Type': 'application/json' };
    for (const [method, path, body] of [
      ['POST', '/api/v1/artists', '{"id":4711,"name":"x"}'],
      ['PATCH', '/api/v1/artists/4711', '{"band":"x"}'],
      ['DELETE', '/api/v1/artists/4711', undefined],
      ['GET', '/api/v1/artists/4711', undefined],
    ] as const) {
      const answer = await app.ask(path, { method, headers, body });
      expect([method, answer.ok, answer.headers.get('cache-control')]).toEqual([method, method !== 'GET', 'no-store']);
    }
  });

  test('may not store a refusal, and no conditional header turns it into 304', async () => {
    const conditionalHeaders: Record<string, string>[] = [
      { 'If-None-Match': '*' },
      { 'If-None-Match': 'W/"x", "y"' },
      { 'If-Modified-Since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    ];
    let refused = 0;
    for (const [method, path] of everything.filter(([method]) => method === 'GET' || method === 'HEAD')) {
      for (const target of [path, path.replace(/\/1\b/, '/987654321'), `${path}?colour=red`]) {
        const plain = await app.ask(target, { method });
        if (plain.status < 400) continue;
        refused++;
        for (const headers of conditionalHeaders) {
          const again = await app.ask(target, { method, headers });
          expect([method, target, headers, again.status]).toEqual([method, target, headers, plain.status]);
        }
        expect([target, plain.headers.get('etag'), plain.headers.get('last-modified')]).toEqual([target, null, null]);
      }
    }
    expect(refused).toBeGreaterThan(20);
  });

  test('must revalidate answers that change only with the program', async () => {
    for (const path of ['/openapi.json', '/docs', '/assets/site.css']) {
      const first = await app.ask(path);
      const etag = first.headers.get('etag') ?? '';
      expect([path, first.headers.get('cache-control'), etag]).toEqual([path, 'no-cache', expect.stringMatching(/^W\/"\w+"$/)]);
      const again = await app.ask(path, { headers: { 'If-None-Match': etag } });
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag]);
    }
  });
});

/** The path of a record that a route can read. */
async function aRecord({ path }: Route): Promise<string> {
  const send = async (method: string, path: string, body: unknown) => {
    const headers = { 'X-API-Key': app.adminKey, 'Content-Type': 'application/json' };
    return { json: await json(await app.ask(path, { method, headers, body: JSON.stringify(body) })) };
  };
  const artistId = (await send('POST', '/api/v1/artists', { name: 'Ñandú 🎸' })).json.id;
  const albumId = (await send('POST', `/api/v1/artists/${artistId}/albums`, { name: 'Ñandú', year: 1973 })).json.id;
  const ids: Record<string, unknown> = { artistId, albumId, version: 1 };
  const kind = factKindOf(path);
  if (kind) ids[idParamOf(kind) ?? ''] = await addFact(send, kind, ids);
  return fill(path, ids);
}

test('HEAD has exactly the headers of GET', async () => {
  const open = routes.filter(({ method, needs, operation }) => method === 'get' && !needs && !changing.includes(operation));
  for (const path of [...pages.slice(1), ...(await Promise.all(open.map(aRecord))), '/api/v1/artists/999999', '/nowhere']) {
    const [full, head] = [await app.ask(path), await app.ask(path, { method: 'HEAD' })];
    expect([path, head.status, head.headers.get('content-length')]).toEqual([
      path,
      full.status,
      String((await full.arrayBuffer()).byteLength),
    ]);
    for (const name of ['etag', 'content-type', 'cache-control', 'link', 'last-modified', 'access-control-allow-origin'])
      expect([path, name, head.headers.get(name)]).toEqual([path, name, full.headers.get(name)]);
  }
});

describe('an internal error', () => {
  const broken = (error: unknown): Store => ({ ...app.store, read: () => Promise.reject(error), write: () => Promise.reject(error) });

  test('is answered as internal without details, which are in the log', async () => {
    const error = new TypeError('select * from "user" at /srv/rockola');
    const ask = app.appWith({ store: broken(error) });
    const before = app.errors.length;
    const response = await ask('/api/v1/artists');
    const problem = await json(response);
    expect([response.status, response.headers.get('cache-control')]).toEqual([500, 'no-store']);
    expect(problem.type).toEndWith('/problems/internal');
    expect(JSON.stringify(problem)).not.toMatch(/select|srv|TypeError/);
    expect(app.errors.slice(before)).toEqual([[{ id: response.headers.get('x-request-id'), err: error }, 'request failed']]);
  });

  test('a refusal of the store is answered as it is, and not logged as an error', async () => {
    const refusal = new Problem('unavailable', 'The store is out of reach.', { retryAfter: 7 });
    const ask = app.appWith({ store: broken(refusal) });
    const before = app.errors.length;
    const response = await ask('/api/v1/artists');
    expect([response.status, response.headers.get('retry-after'), (await json(response)).detail]).toEqual([
      503,
      '7',
      'The store is out of reach.',
    ]);
    expect(app.errors.length).toBe(before);
  });
});

describe('one line of the log for each request', () => {
  test('has the path only if its parameters are numbers, and never the query', async () => {
    const secret = 'rka_secret';
    const lines: [string, string, string | undefined][] = [
      ['GET', '/api/v1/artists/1?x=1', '/api/v1/artists/1'],
      ['GET', '/api/v1/artists/-9223372036854775808', '/api/v1/artists/-9223372036854775808'],
      ['GET', '/api/v1/artists/12345678901234567890', '/api/v1/artists/:artistId'],
      ['GET', `/api/v1/artists/${secret}`, '/api/v1/artists/:artistId'],
      ['GET', `/api/v1/artists/1/albums/${secret}`, '/api/v1/artists/:artistId/albums/:albumId'],
      ['GET', `/api/v1/artists?limit=${secret}`, '/api/v1/artists'],
      ['POST', '/api/v1/artists/1', '/api/v1/artists/1'],
      ['POST', `/api/v1/artists/${secret}`, '/api/v1/artists/:artistId'],
      ['GET', `/problems/${secret}`, '/problems/:code'],
      ['GET', `/${secret}`, undefined],
      ['POST', `/${secret}`, undefined],
    ];
    for (const [method, target, path] of lines) {
      app.requests.length = 0;
      const { status, headers } = await app.ask(target, { method }, { address: '192.0.2.7' });
      expect(app.requests).toEqual(
        [
          {
            id: headers.get('x-request-id') ?? '',
            method,
            path,
            status,
            ms: expect.any(Number),
            ip: '192.0.2.7',
            account: expect.anything(),
            probe: false,
          },
        ].map((line) => ({ ...line, account: app.requests[0]?.account })),
      );
      expect(app.requests[0]?.ms).toBeWithin(0, 10_000);
    }
  });

  test('names the account of its credentials', async () => {
    app.requests.length = 0;
    await app.ask('/api/v1/user', { headers: { 'X-API-Key': app.adminKey } });
    await app.ask('/api/v1/user');
    expect(app.requests.map(({ account }) => account)).toEqual([1n, undefined]);
  });

  test('reaches metrics and traces, with the route and the duration', async () => {
    const heard: [string | undefined, number][] = [];
    const ask = app.appWith({}, { onRequest: ({ pattern }, _, ms) => heard.push([pattern, ms]) });
    for (const path of ['/api/v1/artists/7', '/nowhere', '/livez']) await ask(path);
    expect(heard.map(([route]) => route)).toEqual(['/api/v1/artists/:artistId', undefined, '/livez']);
    for (const [, ms] of heard) expect(ms).toBeWithin(0, 10_000);
  });
});

test('the bytes of a dump count towards the limit of its client, but not for a HEAD', async () => {
  const { dumpsFolder = '' } = app.services.config;
  const file = 'rockola-2030-01-01T00-00-00-000Z.ndjson.gz';
  const dump = { file, made_at: '', bytes: 1_000_000, sha256: 'x', cursor: null, licence: null, rockola: '', records: 0, kinds: {} };
  mkdirSync(dumpsFolder);
  writeFileSync(join(dumpsFolder, file), Buffer.alloc(dump.bytes));
  writeFileSync(join(dumpsFolder, 'index.json'), JSON.stringify({ dumps: [dump] }));
  const counted: unknown[] = [];
  const { limits } = app.services;
  const ask = app.appWith({ limits: { ...limits, countAnswer: (_, answer) => counted.push(answer) } });
  expect((await ask(`/dumps/${file}`, { method: 'HEAD' })).headers.get('content-length')).toBe(String(dump.bytes));
  expect(counted).toEqual([]);
  expect((await ask(`/dumps/${file}`)).status).toBe(200);
  expect(counted).toEqual([dump.bytes]);
});
