import { afterAll, afterEach, describe, expect, test as longToo } from 'bun:test';
import { connect } from 'node:net';
import { EventSource } from 'eventsource';
// @ts-expect-error it has no types
import { EventSource as LaunchDarkly } from 'launchdarkly-eventsource';
import { until } from '../faults/until.ts';
import { allNumbered } from '../support/allNumbered.ts';
import { isLong, repetitionsFor } from '../support/amount.ts';
import { engine } from '../support/databases.ts';
import { changesPath, type EventStream, openStream, type ServerEvent } from '../support/eventStream.ts';
import { type Rockola, startRockola } from '../support/harness.ts';
import { metric } from '../support/metric.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';
import { openSlowLink } from '../support/slowLink.ts';

const artists = '/api/v1/artists';
const nodes: Rockola[] = [];

const opened: EventStream[] = [];
afterEach(() => {
  for (const stream of opened.splice(0)) stream.close();
});

async function open(query = '', headers: Record<string, string> = {}, { url }: { url: string } = rockola): Promise<EventStream> {
  const stream = await openStream(url, query, headers);
  opened.push(stream);
  return stream;
}

const send = (method: string, target: string, body?: unknown, node = rockola) => node.call(method, target, { body, key: rockola.adminKey });
const add = async (name: string) => (await send('POST', artists, { name })).headers.get('location') as string;
const rockola = await startRockola({
  ROCKOLA_STARTER: 'off',
  ROCKOLA_METRICS_PORT: '0',
  ...(engine === 'sqlite' && { ROCKOLA_THREADS: '3' }),
});
nodes.push(rockola);
const { DATABASE_URL } = rockola.env;
// Only one server may have a SQLite file open.
for (let i = 0; engine === 'postgres' && i < 3; i++) nodes.push(await startRockola({ DATABASE_URL: DATABASE_URL as string }));
await add('First');
afterAll(async () => {
  for (const node of nodes.toReversed()) await node.stop();
});
const take = async (stream: EventStream, count: number) => {
  const events: ServerEvent[] = [];
  while (events.length < count) {
    const event = await stream.next();
    if (!event) break;
    events.push(event);
  }
  return events;
};

/** Waits until all writes so far have their sequence numbers. @returns the cursor after them */
async function settledCursor(): Promise<string> {
  await allNumbered(rockola);
  return (await rockola.call('GET', `${changesPath}?order=desc&limit=1`)).json.meta.after;
}
const seqOf = (cursor: string) => BigInt(/\d+/.exec(cursor)?.[0] ?? 0);

const test = longToo.skipIf(isLong);
/** For slow tests that do not depend on the engine: the short form has them on SQLite, the long one on PostgreSQL. */
const onOne = longToo.skipIf((engine === 'postgres') !== isLong);

describe('a stream', () => {
  test('has headers against caching and buffering, and begins with the delay before reconnecting', async () => {
    await settledCursor();
    const stream = await open();
    expect(Object.fromEntries(stream.headers)).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      vary: 'Accept',
    });
    const [event] = await Promise.all([stream.next(), add('Almendra')]);
    expect(event?.data.record.name).toBe('Almendra');
    expect(stream.text()).toStartWith(`retry: 3000\n\nid: ${event?.id}\nevent: change\ndata: {"seq":`);
  });

  test('has the same changes as the list, and the former values', async () => {
    const after = await settledCursor();
    const stream = await open(`?after=${after}`);
    const artist = await add('Sui Generis');
    await send('PATCH', artist, { band: 'Sui Generis', description: 'Dúo.\n\nDe «Caballito»\u2028' });
    await send('POST', `${artist}/albums`, { name: 'Vida', year: 1972 });
    const events = await take(stream, 3);
    await settledCursor();
    const { json } = await rockola.call('GET', `${changesPath}?after=${after}`);
    expect(events.map(({ data: { changes, ...row } }) => row)).toEqual(json.data);
    expect(events[1]?.data.path).toBe(artist);
    for (const { data } of events) {
      const { json: version } = await rockola.call('GET', `${data.path}/revisions/${data.version}`);
      expect(data.changes).toEqual(version.changes);
    }
    expect(events.map(({ type }) => type)).toEqual(['change', 'change', 'change']);
    expect(events[2]?.id).toBe(json.meta.after);
  });

  test('shows no content of a deleted record, not even in its earlier changes, until it is restored, read from the log or from memory', async () => {
    const after = await settledCursor();
    const live = await open();
    const remarks = { 'Change-Comment': '"secret comment"', 'Change-Source': '"https://example.org/secret"' };
    const { json } = await rockola.send('POST', artists, { name: 'Secreto' }, remarks);
    expect((await take(live, 1))[0]?.data).toMatchObject({ record: { name: 'Secreto' }, comment: 'secret comment' });
    await rockola.send('DELETE', `${artists}/${json.id}`, undefined, remarks);
    await take(live, 1);
    // A stream that begins after another on its thread reads from memory; six, since there are three threads.
    const openSix = (query: string) => Promise.all(Array.from({ length: 6 }, () => open(`${query}after=${after}`)));
    const queries = ['?', `?artist=${json.id}&`];
    for (const query of queries)
      for (const stream of await openSix(query)) {
        const [made, gone] = await take(stream, 2);
        expect([made?.data.record, made?.data.changes, gone?.data.record, gone?.data.changes]).toEqual([null, null, null, null]);
        expect(stream.text()).not.toMatch(/secret/i);
      }
    await rockola.send('POST', `${artists}/${json.id}/reversions`, { version: 1 });
    for (const stream of [...opened]) expect((await take(stream, 1))[0]?.data.action).toBe('restore');
    for (const query of queries)
      for (const stream of await openSix(query)) {
        const [made, gone] = await take(stream, 3);
        expect([made?.data, gone?.data]).toMatchObject([
          { record: { name: 'Secreto' }, comment: 'secret comment' },
          { comment: 'secret comment' },
        ]);
      }
  });

  test('begins now, after a cursor or at a time, and may be filtered', async () => {
    const after = await settledCursor();
    const moment = new Date().toISOString();
    const artist = await add('Manal');
    const id = artist.split('/').at(-1);
    const other = await add('Vox Dei');
    const cursor = await settledCursor();
    const changeset = (await rockola.call('GET', `${changesPath}?after=${after}&limit=1`)).json.data[0].changeset;
    const streams = await Promise.all([
      open(),
      open(`?after=${after}`),
      open(`?since=${moment}`),
      open(`?after=${after}`, { 'Last-Event-ID': cursor }),
      open(`?after=${after}&artist=${id}`),
      open(`?artist=${id}&kind=album`),
      open(`?after=${after}&changeset=${changeset}`),
      open('', { Accept: 'application/json;q=0.5, Text/Event-Stream' }),
    ]);
    await send('PATCH', other, { band: 'x' });
    await send('POST', `${artist}/albums`, { name: 'El león', year: 1971 });
    const all = ['artist 1', 'artist 1', 'artist 2', 'album 1'];
    const later = all.slice(2);
    const expected = [later, all, all, later, ['artist 1', 'album 1'], ['album 1'], ['artist 1'], later];
    for (const [i, stream] of streams.entries()) {
      const wanted = expected[i] as string[];
      expect([i, (await take(stream, wanted.length)).map(({ data }) => `${data.kind} ${data.version}`)]).toEqual([i, wanted]);
    }
  });

  onOne('sends a comment every 8 seconds, which keeps its connection open', async () => {
    await settledCursor();
    const stream = await open();
    const next = stream.next();
    await until(() => stream.text().split('\n:\n').length > 2, 'no comments');
    await add('after the silence');
    expect((await next)?.data.record.name).toBe('after the silence');
  });

  test('is sent to clients that prefer it in Accept; the others get a page of JSON', async () => {
    for (const accept of ['*/*', 'application/json', 'application/json, text/event-stream;q=0.9', 'text/*, application/json']) {
      const response = await fetch(`${rockola.url}${changesPath}`, { headers: { Accept: accept, 'Last-Event-ID': 'x' } });
      expect([accept, response.headers.get('content-type'), response.headers.get('vary')]).toEqual([
        accept,
        'application/json; charset=utf-8',
        'Accept',
      ]);
      await response.text();
    }
    const headers = { Accept: 'text/event-stream' };
    const head = await fetch(`${rockola.url}${changesPath}`, { method: 'HEAD', headers });
    expect([head.status, head.headers.get('content-type'), await head.text()]).toEqual([200, 'text/event-stream', '']);
    expect(head.headers.get('content-length')).toBeNull();
    expect((await fetch(`${rockola.url}${changesPath}`, { headers: { Accept: 'text/*' } })).status).toBe(406);
    const preflight = await fetch(`${rockola.url}${changesPath}`, { method: 'OPTIONS' });
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Last-Event-ID');
  });
});

test.each([
  ['?after=x', {}, 400, '/after'],
  ['', { 'Last-Event-ID': 'c1' }, 400, '/Last-Event-ID'],
  ['', { 'Last-Event-ID': `c1-${'a'.repeat(5_000)}` }, 400, '/Last-Event-ID'],
  ['?order=desc', {}, 400, '/order'],
  ['?until=2999-01-01T00:00:00Z', {}, 400, '/until'],
  ['?artist=x&offset=1', {}, 400, '/artist'],
  ['?after=c1-0', {}, 410, undefined],
  ['', { 'Last-Event-ID': 'c1-0' }, 410, undefined],
  ['?after=c999999999999999999-mi9s0v3k', {}, 410, undefined],
])('the query "%s" with the headers %p is refused', async (query, headers, status, pointer) => {
  const response = await fetch(`${rockola.url}${changesPath}${query}`, {
    headers: { Accept: 'text/event-stream', ...(headers as object) },
  });
  const problem = (await response.json()) as { errors?: { pointer: string }[] };
  expect([response.status, response.headers.get('content-type'), problem.errors?.[0]?.pointer]).toEqual([
    status,
    'application/problem+json; charset=utf-8',
    pointer,
  ]);
});

/** @throws if a change after one sequence number, up to another, arrived twice, out of order, or not at all */
function requireEachOnce(seen: { seq: bigint }[], after: bigint, last: bigint): void {
  expect(seen.map(({ seq }) => seq)).toEqual(Array.from({ length: Number(last - after) }, (_, i) => after + 1n + BigInt(i)));
}

longToo('a reader that is killed and resumed sees each change once and in order, on any node', async () => {
  const random = randomFrom(seed);
  const start = await settledCursor();
  const seen: { seq: bigint; kind: string; id: bigint; version: bigint }[] = [];
  let cursor = start;
  let end: bigint | undefined;
  let kills = 0;
  const enough = isLong ? 100 : 11;
  /** Connections in a row without an event. The next one lasts longer, since on a busy machine no event may come in time. */
  let connectionsWithoutEvent = 0;

  /** Reads until it is killed, often in the middle of an event. */
  async function readUntilKilled(node: Rockola): Promise<void> {
    const stream = await openStream(node.url, '', { 'Last-Event-ID': cursor });
    const before = cursor;
    const killTimer = setTimeout(stream.close, random.below(40) + 50 * connectionsWithoutEvent);
    for (let event = await stream.next(); event && seqOf(cursor) !== end; event = await stream.next()) {
      seen.push(event.data);
      cursor = event.id;
    }
    clearTimeout(killTimer);
    stream.close();
    kills++;
    connectionsWithoutEvent = cursor === before ? connectionsWithoutEvent + 1 : 0;
  }

  const write = (node: Rockola, n: number) => async () => {
    // On a fast machine the first writes would end before the reader was killed often enough.
    for (let i = 0; i < repetitionsFor('STREAM_WRITES', { short: 8, long: 60 }) || kills < enough; i++) {
      const { json } = await send('POST', artists, { name: `race ${n} ${i}` }, node);
      const path = `${artists}/${json.id}`;
      await Promise.all([
        send('POST', `${path}/albums`, { name: 'a', year: 1970 }, node),
        send('PATCH', path, { description: 'ñ'.repeat(1 + random.below(5_000)) }, node),
      ]);
      if (i % 2 === 0) await send('DELETE', path, undefined, node);
    }
  };
  const reader = (async () => {
    while (seqOf(cursor) !== end) await readUntilKilled(nodes[kills % nodes.length] as Rockola);
  })();
  await Promise.all(Array.from({ length: 16 }, (_, n) => write(nodes[n % nodes.length] as Rockola, n)()));
  end = seqOf(await settledCursor());
  await reader;
  expect(kills).toBeGreaterThanOrEqual(enough);
  requireEachOnce(seen, seqOf(start), end);
  const key = ({ kind, id, version }: Record<string, unknown>) => `${kind} ${id} ${version}`;
  const logged = await rockola.sql(`select kind, id, version from revision where seq > ${seqOf(start)} order by seq`);
  expect(seen.map(key)).toEqual(logged.map(key));
  const last = end;
  // The check above notices a missing change.
  expect(() => requireEachOnce(seen.toSpliced(3, 1), seqOf(start), last)).toThrow();
});

type Source = {
  readyState: number;
  onerror: unknown;
  addEventListener(type: 'change', listener: (event: { data: string }) => void): void;
  close(): void;
};

test('client libraries resume by themselves when their connection breaks, and get each change once and in order', async () => {
  const link = await openSlowLink(rockola.url, 0);
  const start = await settledCursor();
  const libraries: (new (url: string) => Source)[] = [EventSource, LaunchDarkly];
  const readers = libraries.map((Library) => {
    const seen: { seq: bigint }[] = [];
    const source = new Library(new URL(`${changesPath}?after=${start}`, link.url).href);
    source.onerror = () => {};
    source.addEventListener('change', ({ data }) => seen.push({ seq: BigInt(JSON.parse(data).seq) }));
    return { source, seen };
  });
  try {
    for (let round = 0; round < 3; round++) {
      await until(() => readers.every(({ source }) => source.readyState === EventSource.OPEN), 'a stream is not open');
      const adding = Promise.all(Array.from({ length: 20 }, (_, i) => add(`library ${round} ${i}`)));
      if (round > 0) link.cut();
      await adding;
      const end = seqOf(await settledCursor());
      await until(() => readers.every(({ seen }) => (seen.at(-1)?.seq ?? 0n) >= end), 'a change did not arrive');
      for (const { seen } of readers) requireEachOnce(seen, seqOf(start), end);
    }
  } finally {
    for (const { source } of readers) source.close();
    link.close();
  }
});

test('a burst of large changesets reaches each reader once and in order, live or resumed', async () => {
  const albums = 250;
  const rounds = 4;
  const burst = await Promise.all(['burst 1', 'burst 2'].map(add));
  for (const artist of burst)
    for (let i = 0; i < albums; i += 10)
      await Promise.all(Array.from({ length: 10 }, (_, n) => send('POST', `${artist}/albums`, { name: `${i + n}`, year: 1970 })));
  const start = await settledCursor();
  const last = seqOf(start) + BigInt(burst.length * rounds * 2 * (albums + 1));

  /** Reads the whole burst. @returns the number of connections it took */
  async function read(eventsPerConnection: number): Promise<number> {
    let connections = 0;
    for (let cursor = start; seqOf(cursor) < last; connections++) {
      const stream = await open('', { 'Last-Event-ID': cursor }, nodes[connections % nodes.length]);
      for (let i = 0; i < eventsPerConnection && seqOf(cursor) < last; i++) {
        const event = await stream.next();
        if (!event) break;
        expect(event.data.seq).toBe(seqOf(cursor) + 1n);
        cursor = event.id;
      }
      stream.close();
    }
    return connections;
  }

  const deleteAndRestore = async (artist: string) => {
    for (let i = 0; i < rounds; i++) {
      await send('DELETE', artist);
      await send('POST', `${artist}/reversions`, { version: 1 });
    }
  };
  const [live] = await Promise.all([read(Number.POSITIVE_INFINITY), read(293), ...burst.map(deleteAndRestore)]);
  // A stream that falls behind the events in memory is ended. The service keeps more events than the burst has.
  expect(live).toBe(1);
});

/** Opens a stream whose client reads nothing, or one byte a second. */
function openSlow(query: string, reads: boolean): { end(): void } {
  const socket = connect({ port: Number(new URL(rockola.url).port), host: '127.0.0.1' });
  socket.write(`GET ${changesPath}${query} HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n`);
  socket.pause();
  socket.on('error', () => {});
  const reading = setInterval(() => void (reads && socket.read(1)), 1_000);
  return {
    end() {
      clearInterval(reading);
      socket.destroy();
    },
  };
}

/** The number of streams that the service has open. A client does not see the end of its stream before it has read the buffered part. */
const openStreams = () => metric(rockola, 'rockola_change_streams');

const slowReaders = 16;

onOne('readers that read nothing, or little, delay nobody; a reader that fell behind resumes by its cursor', async () => {
  const artist = await add('Arco Iris');
  // Streams without a filter share each chunk, so the memory of their queues would not grow.
  // Each stream begins at the end of the log: a stream that still reads older changes is not disconnected for a slow client.
  const after = await settledCursor();
  const slow = Array.from({ length: slowReaders }, (_, i) => i % 2 > 0).map((reads) => openSlow(`?after=${after}&kind=artist`, reads));
  const quick = await open(`?after=${after}`);
  await until(async () => (await openStreams()) === slowReaders + 1, 'a stream is not open');
  const before = await memory();
  const total = 400;
  let changes = 0;
  // Ten at once: as many as there are connections to the database.
  const change = () =>
    Promise.all(Array.from({ length: 10 }, () => send('PATCH', artist, { description: String(changes++).padEnd(20_000, 'x') })));
  const reading = take(quick, total);
  while (changes < total) await change();
  const events = await reading;
  requireEachOnce(
    events.map(({ data }) => data),
    seqOf(after),
    seqOf(await settledCursor()),
  );
  // The quick reader goes on reading.
  void take(quick, Number.POSITIVE_INFINITY);
  // The system may buffer so much of a stream that its reader does not lag yet, so changes go on.
  const areGone = async () => {
    if ((await openStreams()) !== 1) await change();
    return (await openStreams()) === 1;
  };
  await until(areGone, 'a slow reader is still connected');
  // A queue of 400 events of 60 kB for each slow reader would take 366 MiB or more. Without queues 61 to 226 MiB were measured.
  expect((await memory()) - before).toBeLessThan(350);
  for (const reader of slow) reader.end();
  const [again] = await take(await open('', { 'Last-Event-ID': events[100]?.id as string }), 1);
  expect(again?.data.seq).toBe(events[101]?.data.seq);
});

/** Resident memory of the service, in MiB. */
async function memory(): Promise<number> {
  const status = await Bun.file(`/proc/${rockola.process.pid}/status`).text();
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}

describe('on a separate service', () => {
  let separate: Rockola;
  afterEach(() => separate.stop());

  test('the streams of one network are limited; accounts have a separate limit', async () => {
    separate = await startRockola({ ROCKOLA_LIMITS: 'on', ROCKOLA_THREADS: '1' });
    const streams: EventStream[] = [];
    for (;;) {
      const stream = await open('', {}, separate);
      if (stream.status !== 200) {
        expect([stream.status, stream.headers.get('retry-after')]).toEqual([429, '60']);
        break;
      }
      streams.push(stream);
    }
    expect(streams.length).toBe(127);
    expect((await open('', { 'X-API-Key': separate.adminKey }, separate)).status).toBe(200);
    streams[0]?.close();
    await until(async () => (await open('', {}, separate)).status === 200, 'the place of a closed stream is not given back');
  });

  test('a service that stops ends all streams at once, before it stops listening', async () => {
    separate = await startRockola({ ROCKOLA_DRAIN_SECONDS: '6' });
    const streams = await Promise.all(Array.from({ length: 20 }, () => open('', {}, separate)));
    const stopped = separate.end();
    await Promise.all(streams.map((stream) => stream.next()));
    // The service still listens here: the streams ended first. A new stream gets only the delay before reconnecting: after a refusal a
    // browser would never reconnect.
    const late = await open('', {}, separate);
    expect([late.status, await late.next(), late.text()]).toEqual([200, undefined, 'retry: 3000\n\n']);
    await stopped;
  });
});
