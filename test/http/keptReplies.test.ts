import { afterAll, expect, test } from 'bun:test';
import { repetitionsFor } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** Pages of lists are cached: nobody may get an outdated one after a write was answered. */
const steps = repetitionsFor('TEST_KEPT_STEPS', { short: 60, long: 600 });
const random = randomFrom(seed, 1);

const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_LIMITS: 'off' });
afterAll(() => rockola.stop());

const write = async (method: string, path: string, body?: object) => (await rockola.send(method, path, body)).json;
const read = async (path: string, headers?: Record<string, string>) =>
  rockola.call('GET', `/api/v1${path}`, { ...(headers && { headers }) });
/** Reads a list three times, so that it is cached. */
const readOften = async (path: string) => {
  const answers = [await read(path), await read(path), await read(path)];
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  return answers[0]?.json;
};

type Known = { id: bigint; name: string; band: string };
const bands = ['Sui Generis', 'Serú Girán', 'Almendra'] as const;

/** The expected content of the store. */
const artists = new Map<bigint, Known>();
const albums = new Map<bigint, string>();
/** The artist of all albums. */
let albumArtist = 0n;

async function change(): Promise<void> {
  const name = `Artista ${random.below(1_000)}`;
  const band = random.pick(bands);
  const some = [...artists.keys()];
  const id = some[random.below(some.length)];
  const kind = random.below(6);
  if (kind === 0 || id === undefined) {
    const added = await write('POST', '/artists', { name, band });
    artists.set(added.id, { id: added.id, name, band });
  } else if (kind === 1) {
    await write('DELETE', `/artists/${id}`);
    artists.delete(id);
  } else if (kind === 2) {
    const added = await write('POST', `/artists/${albumArtist}/albums`, { name, year: 1974 });
    albums.set(added.id, name);
  } else if (kind === 3 && albums.size > 0) {
    const [album] = [...albums.keys()];
    await write('PATCH', `/artists/${albumArtist}/albums/${album}`, { name });
    albums.set(album as bigint, name);
  } else {
    await write('PUT', `/artists/${id}`, { name, band, description: '', image: '' });
    artists.set(id, { id, name, band });
  }
}

async function requireCurrent(): Promise<void> {
  const all = [...artists.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const shown = ({ data }: { data: Known[] }) =>
    data.map(({ id, name, band }) => ({ id, name, band })).filter(({ id }) => id !== albumArtist);
  const first = await readOften('/artists?limit=100');
  expect([first.meta.total, shown(first)]).toEqual([BigInt(all.length + 1), all.slice(0, 99)]);
  const band = random.pick(bands);
  const ofBand = all.filter((artist) => artist.band === band);
  expect(shown(await readOften(`/artists?band=${encodeURIComponent(band)}&limit=100`))).toEqual(ofBand);
  const listed = await readOften(`/artists/${albumArtist}/albums?limit=100`);
  expect(listed.data.map(({ id, name }: { id: bigint; name: string }) => [id, name])).toEqual([...albums].slice(0, 100));
  const named = await readOften('/bands');
  expect(named.meta.total).toBe(BigInt(new Set(all.map(({ band }) => band)).size));
}

test(`lists show every write at once, under constant reads, seed ${seed}`, async () => {
  albumArtist = (await write('POST', '/artists', { name: 'Casa' })).id;
  let busy = true;
  const readers = Array.from({ length: 4 }, async () => {
    while (busy) await Promise.all([read('/artists?limit=100'), read('/bands'), read(`/artists/${albumArtist}/albums?limit=100`)]);
  });
  try {
    for (let step = 0; step < steps; step++) {
      await change();
      await requireCurrent();
    }
  } finally {
    busy = false;
    await Promise.all(readers);
  }
});

test('a cached page keeps its ETag and links; a client that has the page gets 304', async () => {
  const path = '/artists?limit=1';
  await write('POST', '/artists', { name: 'Otra casa' });
  const answers = [await read(path), await read(path), await read(path)];
  const fields = answers.map(({ headers }) => [headers.get('etag'), headers.get('link')]);
  expect(new Set(fields.map(String)).size).toBe(1);
  const [etag, link] = fields[0] as [string, string];
  expect(link).toContain('rel="next"');
  expect((await read(path, { 'If-None-Match': etag })).status).toBe(304);
  expect((await read(path, { 'If-None-Match': '"other"' })).status).toBe(200);
  expect((await fetch(`${rockola.url}/api/v1${path}`, { method: 'HEAD' })).headers.get('content-length')).toBe(
    String(Buffer.byteLength(answers[0]?.text ?? '')),
  );
  await write('POST', '/artists', { name: 'Tercera casa' });
  expect((await read(path, { 'If-None-Match': etag })).status).toBe(200);
});

test('a page whose first requests have If-None-Match is cached with its body', async () => {
  const path = '/artists?limit=2';
  const etag = (await read(path)).headers.get('etag') ?? '';
  await write('POST', '/artists', { name: 'Cuarta casa' });
  const now = (await read('/artists?limit=2&offset=0')).headers.get('etag') ?? '';
  for (let i = 0; i < 3; i++) expect((await read(path, { 'If-None-Match': now })).status).toBe(304);
  const whole = await read(path);
  expect([whole.status, whole.json.data.length, whole.headers.get('etag') === etag]).toEqual([200, 2, false]);
});
