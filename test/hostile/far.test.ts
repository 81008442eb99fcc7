import { afterAll, describe, expect, test } from 'bun:test';
import { isDeepStrictEqual } from 'node:util';
import { until } from '../faults/until.ts';
import { isLong } from '../support/amount.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { type Compared, compareReads, judgeReads } from '../support/load/bystander.ts';
import { type Connection, fieldOf, openConnection, type Reply, requestOf } from '../support/load/connection.ts';
import { quantile } from '../support/load/steady.ts';
import { addAccounts, addAlbums, addArtists, addPast } from '../support/many.ts';
import { metric, metrics } from '../support/metric.ts';
import { farLists } from './farLists.ts';

const many = { artists: 60_000, albums: 30_000, accounts: 20_000 };

const rockola = await startRockola({ ROCKOLA_POOL: '2', ROCKOLA_PROXIES: '127.0.0.1', ROCKOLA_METRICS_PORT: '0' });
const port = Number(new URL(rockola.url).port);
const busy = await rockola.person('Busy');
await addArtists(rockola, many.artists);
await addAlbums(rockola, 1001, many.albums);
await addAccounts(rockola, many.accounts);
await addPast(rockola, busy.id, 30_000);
afterAll(() => rockola.stop());

const farPage = (offset: number) => `/api/v1/artists?offset=${offset}`;
let pagesAsked = 0;
/** A different page each time, since a repeated one may come from the cache. */
const nextFarPage = () => farPage(many.artists - 20 - (pagesAsked++ % 9_000));
const from = (address: string) => ({ 'X-Forwarded-For': address });

describe('a page far from the start of a list', () => {
  test.each(Object.entries(farLists))('%s has the records at its offset', async (_, { path, rows }) => {
    const ids = (await rockola.sql(`select id from ${rows} order by id`)).map(({ id }) => BigInt(id as number));
    const chosen = Array.from({ length: 12 }, () => Math.floor(Math.random() * ids.length));
    const edges = [499, 500, 501, 4_999, 5_000, 5_001, 10_000, ids.length - 1, ids.length, ids.length + 1];
    for (const offset of [...edges, ...chosen]) {
      const { json } = await rockola.send('GET', `${path}?limit=3&offset=${offset}`);
      expect([offset, json.data.map(({ id }: { id: bigint }) => id)]).toEqual([offset, ids.slice(offset, offset + 3)]);
      expect(json.meta.total).toBe(BigInt(ids.length));
      expect(json.meta.next !== null).toBe(offset + 3 < ids.length);
    }
    const { json } = await rockola.send('GET', `${path}?offset=9223372036854775807`);
    expect([json.data, json.meta.next]).toEqual([[], null]);
  });

  test('a cursor takes precedence over an offset', async () => {
    const { json: first } = await rockola.call('GET', '/api/v1/artists?limit=1');
    const { json } = await rockola.call('GET', `/api/v1/artists?limit=1&offset=90000&after=${first.data[0].id - 1n}`);
    expect(json.data).toEqual(first.data);
    expect(json.meta.offset).toBe(90_000n);
  });

  test('a page of the albums of a missing artist is 404', async () => {
    expect((await rockola.call('GET', '/api/v1/artists/99/albums?offset=100000')).status).toBe(404);
  });
});

describe('a long list lacks no record', () => {
  const get = async (path: string) => (await rockola.send('GET', path)).json;
  const count = async (rows: string) => BigInt((await rockola.sql(`select count(*) as found from ${rows}`))[0]?.found as number);

  test('a search of accounts', async () => {
    const { data, meta } = await get('/api/v1/user/accounts?search=NAME&limit=1&offset=15000');
    expect(meta.total).toBe(await count(`"user" where name like 'Name%'`));
    const [row] = await rockola.sql(`select id from "user" where name like 'Name%' order by id limit 1 offset 15000`);
    expect(data[0].id).toBe(BigInt(row?.id as number));
  });

  test('the bands, and the artists of one', async () => {
    // About half of the artists get one band, the others a band each, in the columns that the program would write.
    const half = 1_000_000 + many.artists * 1.5;
    await rockola.sql(`update artist set band = 'Banda', sort_band = 'banda', sort_name = 'x' where id between 1000000 and ${half}`);
    await rockola.sql(`update artist set band = 'Q' || id, sort_band = 'q' || id, sort_name = 'x' where id > ${half}`);
    const bands = await count(`(select distinct sort_band from artist where sort_band <> '') as bands`);
    const artists = await count(`artist where sort_band = 'banda'`);
    const { data, meta } = await get('/api/v1/bands?after=Band&limit=1');
    expect([bands > 25_000n, artists > 25_000n, data, meta.total]).toEqual([true, true, [{ band: 'Banda', artists }], bands]);
  });

  test('the sitemap', async () => {
    const addresses = async (path: string) =>
      [...(await (await fetch(rockola.url + path)).text()).matchAll(/<loc>[^<]*?(\/[^/<]*(?:\/[^<]*)?)<\/loc>/g)].map(([, to = '']) => to);
    const parts = await addresses('/sitemap.xml');
    const found = new Set<string>();
    for (const part of parts) for (const to of await addresses(part.replace(/.*(?=\/sitemap)/, '').replaceAll('&amp;', '&'))) found.add(to);
    expect(BigInt(found.size)).toBe((await count('artist')) + (await count('album')));
  });
});

describe.if(isLong)('a page and its total cost the same at any length of the list', () => {
  type ReadAs = { path: string; key: string };

  /**
   * The time of the first list divided by that of the second. Their pages are read alternately, so that other work delays both.
   */
  async function ratioOf(lists: [ReadAs, ReadAs]): Promise<number> {
    const connection = await openConnection(port);
    const times: [number[], number[]] = [[], []];
    for (let i = 0; i < 300; i++) {
      for (const [side, { path, key }] of lists.entries()) {
        const request = requestOf('GET', `${path}&offset=${i}`, { 'X-API-Key': key });
        times[side]?.push(((await connection.send(request)) as Reply).ms);
      }
    }
    connection.end();
    return quantile(times[0], 0.5) / quantile(times[1], 0.5);
  }

  test('of albums, accounts, logins and keys', async () => {
    const idle = await rockola.person('Idle');
    const plain = { path: '/api/v1/artists/1002/albums?limit=1', key: rockola.adminKey };
    const known = { path: '/api/v1/user/sessions?limit=1', key: idle.key };
    for (const [path, key, few] of [
      ['/api/v1/artists?limit=1', rockola.adminKey, plain],
      ['/api/v1/artists/1001/albums?limit=1', rockola.adminKey, plain],
      ['/api/v1/user/accounts?limit=1', rockola.adminKey, known],
      ['/api/v1/user/sessions?limit=1', busy.key, known],
      ['/api/v1/user/keys?limit=1', busy.key, known],
    ] as const) {
      expect(await ratioOf([{ path, key }, few]), path).toBeLessThan(2);
    }
  });
});

describe.if(isLong)('a stranger who asks for far pages on many connections', () => {
  const connections = 24;
  const stranger = from('198.51.100.7');

  /** Repeats the request after each answer, on all connections. */
  async function flood({ url }: Rockola, request = () => requestOf('GET', nextFarPage(), stranger), count = connections) {
    const open = await Promise.all(Array.from({ length: count }, () => openConnection(Number(new URL(url).port))));
    const replies: Reply[] = [];
    let going = true;
    const ask = async (connection: Connection) => {
      while (going && !connection.closed) {
        const reply = await connection.send(request());
        if (reply) replies.push(reply);
      }
    };
    const done = Promise.all(open.map(ask));
    return {
      replies,
      hangUp: () => {
        for (const connection of open) connection.end();
      },
      async stop() {
        going = false;
        await done;
        for (const connection of open) connection.end();
      },
    };
  }

  async function readsBeside(server: Rockola, seconds: number): Promise<Compared> {
    const reads = await compareReads(server);
    const flooded = await flood(server);
    const compared = await reads.watch(seconds);
    await Promise.all([flooded.stop(), reads.stop()]);
    return compared;
  }

  /** Whether the flood slows down typical reads. On a busy machine the slowest reads are slow without any flood. */
  const slowed = ({ loaded, bystander }: Compared) => loaded.p50 > 3 * bystander.p50;

  const slowReads = async () => {
    const series = await metrics(rockola);
    const [running, waiting] = ['running', 'waiting'].map((name) => series.get(`rockola_store_slow_reads_${name}`) as number);
    return { running, waiting, refused: series.get('rockola_store_slow_reads_refused_total') };
  };

  test('does not slow down reads of others', async () => {
    // A flood that slows down others does so each time; other work on the machine does not.
    let found: unknown[] = [];
    for (let tries = 0; tries < 6; tries++) {
      const compared = await readsBeside(rockola, 2);
      const faults = judgeReads(compared, 3);
      expect(faults.filter((fault) => fault.includes('failed'))).toEqual([]);
      found = [faults, slowed(compared)];
      if (isDeepStrictEqual(found, [[], false])) break;
    }
    expect(found).toEqual([[], false]);
  });

  test('would slow them down if far pages were read on the main thread', async () => {
    const control = await startRockola({ ROCKOLA_POOL: '2' }, { variant: { altered: ['noFarPages'] } });
    let slowedTries = 0;
    try {
      await addArtists(control, many.artists);
      // Other work on the machine may slow down one try.
      for (let tries = 0; tries < 6 && slowedTries < 2; tries++) if (slowed(await readsBeside(control, 2))) slowedTries++;
    } finally {
      await control.stop();
    }
    expect(slowedTries).toBe(2);
  });

  test('waits at least three times as long as another reader of far pages', async () => {
    const flooded = await flood(rockola);
    const other = await openConnection(port);
    const waits: number[] = [];
    for (let i = 0; i < 10; i++) {
      const reply = (await other.send(requestOf('GET', nextFarPage(), from('192.0.2.9')))) as Reply;
      expect(reply.status).toBe(200);
      waits.push(reply.ms);
    }
    await flooded.stop();
    other.end();
    // A read that runs is stopped after 5 s, one that waits after 10 s: a busy machine may cause both.
    const isLate = ({ head, ms }: Reply) => ms >= (fieldOf(head, 'retry-after') === '10' ? 5_000 : 9_000);
    expect(flooded.replies.filter((reply) => reply.status !== 200 && !isLate(reply))).toEqual([]);
    const waited = quantile(
      flooded.replies.map(({ ms }) => ms),
      0.5,
    );
    expect(quantile(waits, 0.5)).toBeLessThan(waited / 3);
  });

  test('gets only a share of the places, and beyond it 503 with Retry-After', async () => {
    const before = await slowReads();
    const flooded = await flood(rockola, undefined, 60);
    const other = await openConnection(port);
    for (let i = 0; i < 5; i++) expect((await other.send(requestOf('GET', nextFarPage(), from('192.0.2.9'))))?.status).toBe(200);
    const during = await slowReads();
    await flooded.stop();
    other.end();
    const refusals = flooded.replies.filter(({ status }) => status === 503);
    expect([refusals.length > 0, refusals.every(({ head }) => Number(fieldOf(head, 'retry-after')) > 0)]).toEqual([true, true]);
    expect(during.running).toBe(2);
    expect(during.waiting).toBeLessThanOrEqual(33);
    expect(await slowReads()).toEqual({ running: 0, waiting: 0, refused: (before.refused ?? 0) + refusals.length });
  });

  test('hangs up: its reads stop, and its waiting requests are refused', async () => {
    const refusalCount = async () => (await metric(rockola, 'rockola_http_problems_total{code="unavailable"}')) ?? 0;
    const before = await refusalCount();
    const flooded = await flood(rockola);
    await until(async () => ((await slowReads()).waiting ?? 0) >= connections - 4, 'the requests do not wait');
    flooded.hangUp();
    const isIdle = async () => isDeepStrictEqual({ ...(await slowReads()), refused: 0 }, { running: 0, waiting: 0, refused: 0 });
    await until(isIdle, 'reads for clients that hung up still run');
    await until(async () => (await refusalCount()) - before > connections / 2, 'the requests of clients that hung up were not refused');
  });

  test('with an account is counted by account, from any address', async () => {
    const search = (address: string) => () =>
      requestOf('GET', '/api/v1/user/accounts?search=nobody-has-this', { ...from(address), 'X-API-Key': rockola.adminKey });
    const [here, there] = await Promise.all([flood(rockola, search('198.51.100.7'), 25), flood(rockola, search('203.0.113.4'), 25)]);
    await Bun.sleep(300);
    await Promise.all([here.stop(), there.stop()]);
    expect([...here.replies, ...there.replies].some(({ status }) => status === 503)).toBe(true);
  });
});
