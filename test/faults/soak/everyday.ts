import type { Rockola } from '../../harness.ts';
import type { Send } from '../rate.ts';

type Request = { method: string; path: string; body?: object };

const artists = '/api/v1/artists';
const beginning = 200;

/** A day's traffic, one request at a time: mostly reading, a fifth changes, now and then a login. */
export async function everydayTraffic(service: Rockola): Promise<Send> {
  const { email, password } = await service.person();
  const ids: string[] = [];

  async function add(): Promise<number> {
    const response = await send({ method: 'POST', path: artists, body: { name: `Artist ${Math.random()}` } });
    const id = response?.headers.get('location')?.split('/').at(-1);
    if (id) ids.push(id);
    return response?.status ?? 0;
  }

  async function send({ method, path, body }: Request): Promise<Response | undefined> {
    try {
      const headers = { 'X-API-Key': service.adminKey, 'Content-Type': 'application/json' };
      const response = await fetch(service.url + path, { method, headers, body: body && JSON.stringify(body) });
      await response.arrayBuffer();
      return response;
    } catch {
      return undefined;
    }
  }

  function nextRequest(): Request | 'add' {
    const dice = Math.random();
    const one = `${artists}/${ids[Math.floor(Math.random() * ids.length)]}`;
    if (dice < 0.0005) return { method: 'POST', path: '/api/v1/user/login', body: { email, password } };
    if (dice < 0.2) return { method: 'GET', path: `${artists}?limit=20&offset=${Math.floor(Math.random() * 100)}` };
    if (dice < 0.34) return { method: 'PATCH', path: one, body: { description: `Changed ${Math.random()}` } };
    if (dice < 0.37) return 'add';
    if (dice < 0.4 && ids.length > beginning) return { method: 'DELETE', path: `${artists}/${ids.shift()}` };
    return { method: 'GET', path: one };
  }

  await Promise.all(Array.from({ length: beginning }, add));
  return async () => {
    const request = nextRequest();
    return request === 'add' ? add() : ((await send(request))?.status ?? 0);
  };
}
