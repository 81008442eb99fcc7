import { expect, test } from 'bun:test';
import type { BunRequest, Server } from 'bun';
import { Hono } from 'hono';
import type { AppEnv } from '../../src/http/requestLog.ts';
import { targetHandlers } from '../../src/http/target.ts';

const server = {} as Server<undefined>;

function handlersOf(prefix: string) {
  const app = new Hono<AppEnv>();
  app.use('*', (_, next) => next());
  app.get('/a/:name/b', (c) => c.text(''));
  app.get('/c', (c) => c.text(''));
  return targetHandlers(app, prefix, async (_request, _server, respelled) => new Response(String(respelled)));
}

test('each path is known with the prefix and without, and the root with a slash and without', () => {
  expect(Object.keys(handlersOf('').routes).sort()).toEqual(['/', '/a/:name/b', '/c']);
  expect(Object.keys(handlersOf('/rock').routes).sort()).toEqual([
    '/',
    '/a/:name/b',
    '/c',
    '/rock',
    '/rock/',
    '/rock/a/:name/b',
    '/rock/c',
  ]);
});

test('a target that is not spelled as its path is told, and so is what is in a parameter', async () => {
  const { routes, fetch } = handlersOf('');
  const told = async (params: Record<string, string>) =>
    (await routes['/a/:name/b']?.({ params } as unknown as BunRequest, server))?.text();
  for (const name of ['1001', 'a.b', '...', '%', 'ü', 'a?b']) expect([name, await told({ name })]).toEqual([name, 'false']);
  for (const name of ['.', '..', '\\', 'x\\..\\y', '1#', '#']) expect([name, await told({ name })]).toEqual([name, 'true']);
  expect(await told({})).toBe('false');
  expect(await (await fetch(new Request('http://a.example/'), server)).text()).toBe('true');
});
