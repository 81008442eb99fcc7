import type { Rockola } from '../../support/harness.ts';
import type { Outcome, Send } from './rate.ts';

type Request = { method: string; path: string; body?: object };

const artists = '/api/v1/artists';
const initialArtists = 200;

/** The traffic of a day, one request at a time: mostly reads, a fifth changes, some searches and logins. */
export async function everydayTraffic(service: Rockola): Promise<Send> {
  const { email, password } = await service.person();
  const ids: string[] = [];

  async function send({ method, path, body }: Request): Promise<Outcome> {
    try {
      const headers = { 'X-API-Key': service.adminKey, 'Content-Type': 'application/json' };
      const response = await fetch(service.url + path, { method, headers, body: body && JSON.stringify(body) });
      const { byteLength: bytes } = await response.arrayBuffer();
      const id = method === 'POST' && response.headers.get('location')?.split('/').at(-1);
      if (id) ids.push(id);
      return { status: response.status, bytes };
    } catch {
      return { status: 0, bytes: 0 };
    }
  }

  function nextRequest(): Request {
    const dice = Math.random();
    const artistPath = `${artists}/${ids[Math.floor(Math.random() * ids.length)]}`;
    if (dice < 0.0005) return { method: 'POST', path: '/api/v1/user/login', body: { email, password } };
    if (dice < 0.02) return { method: 'GET', path: slowPath(artistPath) };
    if (dice < 0.2) return { method: 'GET', path: `${artists}?limit=20&offset=${Math.floor(Math.random() * 100)}` };
    if (dice < 0.34) return { method: 'PATCH', path: artistPath, body: { description: describe() } };
    if (dice < 0.37) return newArtist();
    if (dice < 0.4 && ids.length > initialArtists) return { method: 'DELETE', path: `${artists}/${ids.shift()}` };
    return { method: 'GET', path: artistPath };
  }

  // One after the other, so that no more connections are opened than the traffic needs.
  while (ids.length < initialArtists) {
    const { status } = await send(newArtist());
    if (status !== 201) throw new Error(`an artist to begin with was answered ${status}`);
  }
  return () => send(nextRequest());
}

/** A path that the main thread does not answer alone. */
function slowPath(one: string): string {
  const paths = ['/api/v1/search?q=artist', `${artists}/suggestions?q=art`, `${artists}?q=nacional`, '/api/v1/changes', `${one}/revisions`];
  return paths[Math.floor(Math.random() * paths.length)] ?? '';
}

function newArtist(): Request {
  return { method: 'POST', path: artists, body: { name: `Artist ${Math.floor(Math.random() * 1000)}`, description: describe() } };
}

/** As long as typical texts about a band, with words that recur: the search index remembers up to 100,000 others. */
function describe(): string {
  return `Changed ${Math.floor(Math.random() * 1000)} times. `.padEnd(1000, 'Banda de rock nacional. ');
}
