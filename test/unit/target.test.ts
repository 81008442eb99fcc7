import { expect, test } from 'bun:test';
import type { BunRequest, Server } from 'bun';
import { targetHandlers } from '../../src/http/target.ts';

const server = {} as Server<undefined>;

function handlersOf(prefix: string) {
  const patterns = ['/', '/a/:name/b', '/c'];
  return targetHandlers(patterns, prefix, async (_request, _server, respelled) => new Response(String(respelled)));
}

test('each path has a route with the prefix and without, and the root with a slash and without', () => {
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

test('the handler of each path gets the pattern of that path', async () => {
  const patterns = ['/', '/a/:name/b', '/c'];
  for (const prefix of ['', '/rock']) {
    const { routes } = targetHandlers(patterns, prefix, async (_request, _server, _respelled, match) => new Response(match?.pattern));
    for (const [path, handler] of Object.entries(routes)) {
      const answer = await handler({ params: {} } as unknown as BunRequest, server);
      expect([path, await answer.text()]).toEqual([path, path.replace(/^\/rock/, '') || '/']);
    }
  }
});

test('a request target that the URL parser changes is reported as respelled, even if only a parameter changes', async () => {
  const { routes, fetch } = handlersOf('');
  const respelled = async (params: Record<string, string>) =>
    (await routes['/a/:name/b']?.({ params } as unknown as BunRequest, server))?.text();
  for (const name of ['1001', 'a.b', '...', '%', 'ü', 'a?b']) expect([name, await respelled({ name })]).toEqual([name, 'false']);
  for (const name of ['.', '..', '\\', 'x\\..\\y', '1#', '#']) expect([name, await respelled({ name })]).toEqual([name, 'true']);
  expect(await respelled({})).toBe('false');
  expect(await (await fetch(new Request('http://a.example/'), server)).text()).toBe('true');
});
