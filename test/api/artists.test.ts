import { afterAll, describe, expect, test } from 'bun:test';
import { repetitionsFor } from '../support/amount.ts';
import { startRockola } from '../support/harness.ts';

const path = '/api/v1/artists';
const increments = repetitionsFor('INCREMENTS', { short: 12, long: 50 });

const rockola = await startRockola();
const ana = await rockola.person();
afterAll(() => rockola.stop());

const post = (body: unknown, headers = {}) => rockola.call('POST', path, { body, key: ana.key, headers });
const get = (target: string, headers = {}) => rockola.call('GET', target, { headers });
const remove = (id: bigint | number, headers = {}) => rockola.send('DELETE', `${path}/${id}`, undefined, headers);

test('the example body of the specification, with id 1, is created with this id in a new store', async () => {
  const body = { id: 1, name: 'Charly García', description: 'Músico', image: 'https://example.org/charly.jpg', band: 'Sui Generis' };
  const answer = await post(body);
  expect(answer.status).toBe(201);
  expect(answer.text).toBe(JSON.stringify(body));
  expect(answer.headers.get('location')).toBe(`${path}/1`);
  expect(answer.headers.get('etag')).toStartWith('"1.');
});

describe('ids', () => {
  test('the largest int64 is returned exactly, and the next artist still gets an id', async () => {
    const largest = await post('{"id":9223372036854775807,"name":"Límite"}');
    expect(largest.status).toBe(201);
    expect(largest.text).toContain('"id":9223372036854775807,');
    expect((await get(largest.headers.get('location') as string)).text).toBe(largest.text);
    const next = await post({ name: 'Siguiente' });
    expect(next.status).toBe(201);
    expect(next.json.id).toBeLessThan(1001n);
  });

  test('a body without an id, or with null or 0, gets a new id', async () => {
    for (const body of [{ name: 'A' }, { id: null, name: 'B' }, { id: 0, name: 'C' }]) {
      expect((await post(body)).json.id).toBeGreaterThan(0n);
    }
  });

  test('a taken id is replaced, and with If-None-Match: * refused', async () => {
    expect((await post({ id: 700, name: 'Primero' })).json.id).toBe(700n);
    const second = await post({ id: 700, name: 'Segundo' });
    expect(second.status).toBe(201);
    expect(second.json.id).not.toBe(700n);
    expect(second.headers.get('location')).toBe(`${path}/${second.json.id}`);
    expect((await post({ id: 700, name: 'Tercero' }, { 'If-None-Match': '*' })).status).toBe(412);
    expect((await post({ id: 701, name: 'Libre' }, { 'If-None-Match': '*' })).json.id).toBe(701n);
  });

  test('an id is not reused after its artist is deleted', async () => {
    await post({ id: 800, name: 'Fugaz' });
    expect((await remove(800)).status).toBe(204);
    expect((await post({ id: 800, name: 'Otro' })).json.id).not.toBe(800n);
    expect((await post({ id: 800, name: 'Otro' }, { 'If-None-Match': '*' })).status).toBe(412);
  });

  test('the sequence skips ids that clients have requested', async () => {
    const { json } = await post({ name: 'Antes' });
    for (const id of [json.id + 1n, json.id + 2n]) await post(`{"id":${id},"name":"En el camino"}`);
    expect((await post({ name: 'Después' })).json.id).toBe(json.id + 3n);
  });
});

describe('reading', () => {
  test('an artist has its version and date in headers', async () => {
    const answer = await get(`${path}/1001`);
    expect(answer.status).toBe(200);
    expect(Object.keys(answer.json)).toEqual(['id', 'name', 'description', 'image', 'band']);
    expect(answer.headers.get('etag')).toStartWith('"1.');
    const [row] = await rockola.sql('select changed_at from artist where id = 1001');
    const second = Math.floor(Number(row?.changed_at) / 1000) * 1000;
    expect(answer.headers.get('last-modified')).toBe(new Date(second).toUTCString());
    expect(answer.headers.get('cache-control')).toBe('no-cache');
    expect((await get(`${path}/1001`, { 'X-API-Key': ana.key })).headers.get('cache-control')).toBe('private, no-cache');
  });

  test('a current copy is answered 304 without a body', async () => {
    const { headers } = await get(`${path}/1001`);
    const etag = headers.get('etag') as string;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await get(`${path}/1001`, { 'If-None-Match': tag });
      expect([answer.status, answer.text, answer.headers.get('etag')]).toEqual([304, '', etag]);
    }
    expect((await get(`${path}/1001`, { 'If-Modified-Since': headers.get('last-modified') as string })).status).toBe(304);
    expect((await get(`${path}/1001`, { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  test('a missing artist is answered 404, an id that is no int64 400', async () => {
    for (const id of ['999999', '0', '-1', '-9223372036854775808']) expect((await get(`${path}/${id}`)).status).toBe(404);
    for (const id of ['abc', '9223372036854775808', '01', '1.0', '1e3', '+1', '%00', '-9223372036854775809', '-0x1']) {
      const answer = await get(`${path}/${id}`);
      expect([id, answer.status]).toEqual([id, 400]);
      expect(answer.json.errors[0].pointer).toBe('/artistId');
    }
  });
});

describe('lists', () => {
  test('have ten artists by default, ordered by id, with the total', async () => {
    const { json, headers } = await get(path);
    expect(json.data).toHaveLength(10);
    expect(json.meta).toMatchObject({ limit: 10n, offset: 0n });
    expect(json.meta.total).toBeGreaterThanOrEqual(412n);
    expect(headers.get('link')).toBe(`<${json.meta.next}>; rel="next"`);
    const ids = json.data.map((artist: { id: bigint }) => artist.id);
    expect(ids).toEqual([...ids].sort((a, b) => Number(a - b)));
  });

  test('have a total that follows additions and removals', async () => {
    const total = async () => (await get(path)).json.meta.total;
    const before = await total();
    const { json } = await post({ name: 'Uno más' });
    expect(await total()).toBe(before + 1n);
    await remove(json.id);
    expect(await total()).toBe(before);
  });

  test('are read by `next` without gap or repetition while others are added and removed', async () => {
    const seen: bigint[] = [];
    const unremoved = (await get(`${path}?limit=100&after=1000`)).json.data.map((artist: { id: bigint }) => artist.id);
    let next: string | null = `${path}?limit=7`;
    for (let page = 0; next; page++) {
      const { json }: { json: { data: { id: bigint }[]; meta: { next: string | null } } } = await get(next);
      seen.push(...json.data.map((artist) => artist.id));
      next = json.meta.next;
      if (page < 5) {
        await post({ id: 400 + page, name: 'Llegada' });
        await remove(1200 + page);
      }
    }
    expect(new Set(seen).size).toBe(seen.length);
    for (const id of unremoved) expect(seen).toContain(id);
  });

  test('begin after `offset` artists, and `prev` leads back', async () => {
    const { json, headers } = await get(`${path}?limit=5&offset=10`);
    expect(headers.get('link')).toContain(`<${path}?limit=5&offset=5>; rel="prev"`);
    expect(json.data).toEqual((await get(`${path}?limit=15`)).json.data.slice(10));
    const beyond = await get(`${path}?offset=9223372036854775807`);
    expect(beyond.json.data).toEqual([]);
    expect(beyond.json.meta.next).toBeNull();
    const lastOffset = await get(`${path}?limit=1&offset=9223372036854775807&after=0`);
    expect((await get(lastOffset.json.meta.next)).status).toBe(200);
  });
});

describe('changing', () => {
  const put = (id: bigint | number | string, body: unknown, headers = {}) =>
    rockola.call('PUT', `${path}/${id}`, { body, token: ana.token, headers });
  const patch = (id: bigint | number, body: unknown, headers = {}) =>
    rockola.call('PATCH', `${path}/${id}`, { body, token: ana.token, headers });
  const full = { name: 'Pescado Rabioso', description: 'Banda', image: '', band: 'Pescado Rabioso' };

  test('PUT replaces the whole artist and makes a new version', async () => {
    const { json } = await post({ name: 'Almendra' });
    const answer = await put(json.id, full);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject(full);
    expect(answer.headers.get('etag')).toStartWith('"2.');
    expect((await get(`${path}/${json.id}`)).text).toBe(answer.text);
  });

  test('PUT names missing members, except those whose present value is ""', async () => {
    const { json } = await post({ name: 'Invisible', band: 'Invisible' });
    const refused = await put(json.id, { name: 'Invisible' });
    expect(refused.status).toBe(400);
    expect(refused.json.errors.map((error: { pointer: string }) => error.pointer)).toEqual(['/band']);
    expect(refused.json.errors[0].detail).toContain('PATCH');
    const accepted = await put(json.id, { name: 'Invisible', band: null });
    expect([accepted.status, accepted.json.band]).toEqual([200, '']);
  });

  test('an id in the body must be the one in the path', async () => {
    const { json } = await post({ name: 'Serú Girán' });
    for (const id of [Number(json.id), 0, null]) expect((await put(json.id, { ...full, id })).status).toBe(200);
    const refused = await put(json.id, { ...full, id: Number(json.id) + 1 });
    expect([refused.status, refused.json.errors[0].pointer]).toEqual([400, '/id']);
  });

  test('errors of the path, the body and the headers are named together', async () => {
    const { json } = await put('x', { id: 5, nmae: 'x', image: 'y' }, { 'If-Match': '3' });
    expect(json.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual([
      '/If-Match',
      '/artistId',
      '/image',
      '/name',
      '/nmae',
    ]);
    const other = await put(1001, { id: 5, image: 'y' });
    expect(other.json.errors.map((error: { pointer: string }) => error.pointer).sort()).toEqual(['/id', '/image', '/name']);
  });

  test('an update to the same values keeps the version', async () => {
    const { json } = await post(full);
    expect((await put(json.id, full)).headers.get('etag')).toStartWith('"1.');
    expect((await patch(json.id, {})).headers.get('etag')).toStartWith('"1.');
    expect((await patch(json.id, { band: full.band })).headers.get('etag')).toStartWith('"1.');
  });

  test('PATCH changes single members; null empties a text and is refused for the name', async () => {
    const { json } = await post({ name: 'Soda Stereo', description: 'Trío', band: 'Soda' });
    const answer = await patch(json.id, { description: null, band: 'Soda Stereo' }, { 'Content-Type': 'application/merge-patch+json' });
    expect(answer.text).toBe(`{"id":${json.id},"name":"Soda Stereo","description":"","image":"","band":"Soda Stereo"}`);
    const refused = await patch(json.id, { name: null });
    expect([refused.status, refused.json.errors[0].pointer]).toEqual([400, '/name']);
  });

  test('an unknown artist is answered 404, and PUT creates none', async () => {
    expect((await put(555_555, full)).status).toBe(404);
    expect((await patch(555_555, { name: 'X' })).status).toBe(404);
    expect((await remove(555_555)).status).toBe(404);
    expect((await get(`${path}/555555`)).status).toBe(404);
  });

  test(`of ${increments} conditional increments by each of 20 writers none is lost`, async () => {
    const { json } = await post({ name: 'Contador', description: '0' });
    let done = 0;
    let lost = 0;
    const url = `${rockola.url}${path}/${json.id}`;
    const increment = async () => {
      const current = await fetch(url);
      const description = String(Number(((await current.json()) as { description: string }).description) + 1);
      const headers = { 'Content-Type': 'application/json', 'X-API-Key': ana.key, 'If-Match': current.headers.get('etag') as string };
      const { ok } = await fetch(url, { method: 'PATCH', headers, body: JSON.stringify({ description }) });
      if (ok) done++;
      else lost++;
      return ok;
    };
    const writer = async () => {
      for (let i = 0; i < increments; )
        if (await increment()) i++;
        // A client that lost a race waits for a random time. Without this wait most parallel tries would fail.
        else await Bun.sleep(Math.random() * 100);
    };
    await Promise.all(Array.from({ length: 20 }, writer));
    expect(lost).toBeGreaterThan(increments);
    const final = await get(`${path}/${json.id}`);
    expect([done, final.json.description, final.headers.get('etag')]).toEqual([
      20 * increments,
      String(20 * increments),
      expect.stringContaining(`"${20 * increments + 1}.`),
    ]);
  });
});

test('deleting an artist needs the role editor, and removes its albums too', async () => {
  const { json } = await post({ name: 'Los Gatos' });
  const album = await rockola.call('POST', `${path}/${json.id}/albums`, { body: { name: 'Los Gatos', year: 1967 }, key: ana.key });
  const refused = await rockola.call('DELETE', `${path}/${json.id}`, { key: ana.key });
  expect(refused.status).toBe(403);
  expect(refused.json.detail).toContain('editor');
  expect((await remove(json.id)).status).toBe(204);
  expect((await get(`${path}/${json.id}`)).status).toBe(404);
  expect((await get(album.headers.get('location') as string)).status).toBe(404);
});
