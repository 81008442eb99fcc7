import { closedLoop } from '../load/closed.ts';
import type { Workload } from '../load/workload.ts';
import type { Bench, Measure, Row } from '../measure.ts';
import { readOne } from '../requests.ts';
import { rounds } from '../rounds.ts';
import { startService } from '../service.ts';
import { busyNote, perSecond, rateRow } from './figures.ts';

export const site: Measure = { ids: ['P16'], title: 'pages of the site', run };

/** A page as a browser requests it. A query without meaning keeps the service from answering out of its cache. */
const page = (path: string, ids: [number, number] = [1, 1]): Workload => ({
  method: 'GET',
  path,
  headers: { Accept: 'text/html,*/*;q=0.8', 'Accept-Encoding': 'gzip', 'Accept-Language': 'es' },
  ids,
});
const manyIds: [number, number] = [1, 1_000_000];

async function run(bench: Bench): Promise<Row[]> {
  const store = await bench.store(bench.sizes.usual);
  const service = await startService({ database: `sqlite:${store.file}` });
  const artist = await pathOf(`${service.url}/artists/1`);
  const load = (workload: Workload) => (seconds: number) => closedLoop(service.url, workload, seconds);
  const results = await rounds(bench, {
    JSON: load(readOne(store)),
    artist: load(page(artist)),
    front: load(page('/')),
    'artist, made': load(page(`${artist}?n={id}`, manyIds)),
    'front, made': load(page('/?n={id}', manyIds)),
  });
  const named = { JSON: 'the JSON of an artist', artist: "an artist's page", 'artist, made': "an artist's page" };
  const row = (work: string, name: keyof typeof results, against: keyof typeof named, times: number): Row => ({
    ...rateRow('P16', work, perSecond(results[name]), named[against], perSecond(results[against]), 1 / times),
    ...busyNote(results[against]),
  });
  return [
    row("an artist's page", 'artist', 'JSON', 8),
    row('the front page', 'front', 'artist', 2),
    row("an artist's page, made for each request", 'artist, made', 'JSON', 8),
    row('the front page, made for each request', 'front, made', 'artist, made', 2),
  ];
}

/** The full path of a page, to which its short path redirects. */
async function pathOf(url: string): Promise<string> {
  const { headers } = await fetch(url, { redirect: 'manual', headers: { Accept: 'text/html' } });
  return headers.get('location') ?? new URL(url).pathname;
}
