import { copyStore } from '../catalogue/stores.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { spreadOf } from '../spread.ts';
import { countOf } from './figures.ts';
import { listen } from './listeners.ts';

export const burst: Measure = { ids: ['P15'], title: 'streams of a burst of changes', run };

const listeners = 100;
const artists = 20;
/** Of each artist. A deletion of the artist deletes them too. */
const albums = 499;
const changes = artists * (albums + 1);

/** `perSecond`: changes from the first request until the last listener has all. `p99`: see `Heard`. */
type Turn = { perSecond: number; p99: number };

async function run(bench: Bench): Promise<Row[]> {
  const store = copyStore(await bench.store(bench.sizes.usual));
  const service = await startService({ database: `sqlite:${store.file}` });
  const send = sender(service.url, store.key);
  const { turns } = await rounds<Turn, 'turns'>(bench, {
    async turns() {
      const paths = await Promise.all(Array.from({ length: artists }, () => addArtist(send)));
      const group = await listen(service.url, listeners);
      const begin = Date.now();
      await Promise.all(paths.map((path) => send('DELETE', path)));
      const { events, newest, p99 } = await group.end();
      if (events !== changes * listeners) throw new Error(`the listeners got ${events} events`);
      return { perSecond: changes / ((newest - begin) / 1_000), p99 };
    },
  });
  const work = `${countOf(changes)} changes in ${artists} requests`;
  const rate = spreadOf(turns.map(({ perSecond }) => perSecond));
  return [
    { id: 'P15', work: `${work}, until ${listeners} listeners have all`, unit: '/s', value: rate, goal: { atLeast: 10_000 } },
    { id: 'P15', work: `${work}, commit to arrival, p99`, unit: 'ms', value: spreadOf(turns.map(({ p99 }) => p99)) },
  ];
}

type Send = ReturnType<typeof sender>;

/** @returns a function that sends a request and returns the `Location` of its answer */
function sender(url: string, key: string) {
  const headers = { 'X-API-Key': key, 'Content-Type': 'application/json' };
  return async (method: string, path: string, body?: object): Promise<string> => {
    const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return answer.headers.get('location') ?? '';
  };
}

/** @returns its path */
async function addArtist(send: Send): Promise<string> {
  const path = await send('POST', '/api/v1/artists', { name: 'Almendra' });
  for (let i = 0; i < albums; i++) await send('POST', `${path}/albums`, { name: `Disco ${i}`, year: 1970 });
  return path;
}
