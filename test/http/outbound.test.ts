import { afterAll, describe, expect, test } from 'bun:test';
import { createSocket as createUdpSocket } from 'node:dgram';
import { getServers, setServers } from 'node:dns';
import { getEventListeners } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { open as openFile } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { createLookup } from '../../src/outbound/lookup.ts';
import { createOutbound } from '../../src/outbound/post.ts';
import type { Address, Lookup } from '../../src/outbound/targetRules.ts';
import { makeCertificate } from '../support/certificate.ts';

const open: Server[] = [];
afterAll(() => {
  for (const server of open) server.close();
});

const here: Address = { address: '127.0.0.1', family: 4 };
const name = 'hooks.example.org';
const notStopped = new AbortController().signal;
const request = { headers: { 'Content-Type': 'application/json' }, body: '{}' };
const service = { publicUrl: 'https://rock.example.org', ports: [] as number[] };

async function listen(server: Server): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  return (server.address() as { port: number }).port;
}

/** A name server that knows one IPv4 address for every name (RFC 1035 §4.1). */
async function startNameServer(address: number[]) {
  const server = createUdpSocket('udp4', (query, { port, address: client }) => {
    const endOfQuestion = query.indexOf(0, 12) + 5;
    const hasAnswer = query.readUInt16BE(endOfQuestion - 4) === 1;
    const header = [query[0], query[1], 0x84, 0, 0, 1, 0, hasAnswer ? 1 : 0, 0, 0, 0, 0] as number[];
    const answer = hasAnswer ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address] : [];
    server.send(Buffer.concat([Buffer.from(header), query.subarray(12, endOfQuestion), Buffer.from(answer)]), port, client);
  });
  await new Promise<void>((resolve) => server.bind(0, '127.0.0.1', () => resolve()));
  return server;
}

/** A target that acts on a connection once a request has begun. @returns its port and the received bytes */
async function target(answer: (socket: Socket) => void) {
  const got: string[] = [];
  const port = await listen(
    createServer((socket) => {
      socket.on('error', () => {});
      socket.once('data', (data) => {
        got.push(String(data));
        answer(socket);
      });
    }),
  );
  return { port, got };
}

/** Writes repeatedly until the other side has closed. */
function keepWriting(socket: Socket, text: string, ms: number): void {
  const timer = setInterval(() => socket.write(text), ms);
  socket.on('close', () => clearInterval(timer));
}

function begun(socket: Socket, text: string): Socket {
  socket.write(text);
  return socket;
}

/** @param time limit in ms; the default is long, since a busy machine answers late */
const ask = (url: string, { time = 20_000, privateAllowed = true, lookup = (async () => [here]) as Lookup } = {}) =>
  createOutbound({ ...service, privateAllowed, lookup, time })
    .post(url, request, notStopped)
    .then(
      ({ status }) => String(status),
      (error) => error.code as string,
    );

const ok = 'HTTP/1.1 200 OK\r\n';
const bomb = gzipSync(Buffer.alloc(20_000_000));

/** The behaviour of a target, the outcome of a call, and what the target does. */
const targets: [behaviour: string, outcome: string, answer: (socket: Socket) => void][] = [
  ['answers', '200', (socket) => socket.end(`${ok}Content-Length: 2\r\n\r\nhi`)],
  ['hangs', 'timeout', () => {}],
  ['drips its head', 'bad-answer', (socket) => keepWriting(socket, 'H', 20)],
  ['drips its answer', 'timeout', (socket) => keepWriting(begun(socket, `${ok}Content-Length: 60000\r\n\r\n`), 'z', 20)],
  ['never ends its interim answers', 'timeout', (socket) => keepWriting(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n', 5)],
  ['never ends its answer', 'too-long', (socket) => keepWriting(begun(socket, `${ok}\r\n`), 'x'.repeat(65_536), 1)],
  ['sends a gzip bomb', '200', (socket) => socket.end(Buffer.concat([Buffer.from(`${ok}Content-Encoding: gzip\r\n\r\n`), bomb]))],
  ['sends 1,000 headers', 'bad-answer', (socket) => socket.end(`${ok}${'X-Header: 1\r\n'.repeat(1_000)}Content-Length: 0\r\n\r\n`)],
  ['sends a header that never ends', 'bad-answer', (socket) => keepWriting(begun(socket, `${ok}X: `), 'y'.repeat(4_096), 1)],
  [
    'redirects to a metadata address',
    '307',
    (socket) => socket.end('HTTP/1.1 307 T\r\nLocation: http://169.254.169.254/\r\nContent-Length: 0\r\n\r\n'),
  ],
  ['resets', 'no-connection', (socket) => socket.resetAndDestroy()],
  ['ends in the middle', 'bad-answer', (socket) => socket.end(`${ok}Content-Length: 100\r\n\r\nhi`)],
  ['speaks another protocol', 'bad-answer', (socket) => socket.end('SSH-2.0-OpenSSH\r\n')],
  ['changes the protocol', 'bad-answer', (socket) => socket.end('HTTP/1.1 101 S\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n')],
  ['is gone', '410', (socket) => socket.end('HTTP/1.1 410 Gone\r\nContent-Length: 0\r\n\r\n')],
];

describe('a call of a target that', () => {
  test.each(targets)('%s has the outcome %s', async (_, outcome, answer) => {
    const { port, got } = await target(answer);
    expect(await ask(`http://${name}:${port}/hook?a=b`, outcome === 'timeout' ? { time: 1_000 } : {})).toBe(outcome);
    expect(got[0]).toStartWith('POST /hook?a=b HTTP/1.1\r\n');
    expect(got[0]).toContain(`\r\nHost: ${name}:${port}\r\n`);
  });
});

test('a compressed answer of a target is not decompressed', async () => {
  const { port, got } = await target((socket) => socket.end(Buffer.concat([Buffer.from(`${ok}Content-Encoding: gzip\r\n\r\n`), bomb])));
  const outbound = createOutbound({ ...service, privateAllowed: true });
  expect((await outbound.post(`http://127.0.0.1:${port}/`, request, notStopped)).body.length).toBeLessThan(65_536);
  expect(got[0]).toMatch(/^accept-encoding: identity\r$/im);
});

describe('a certificate', () => {
  test('must be for the name in the URL, which the handshake sends', async () => {
    const { certificate: cert, key } = makeCertificate('127.0.0.1');
    const names: string[] = [];
    const server = createTlsServer({ cert, key, SNICallback: (asked, done) => done(null, void names.push(asked) as undefined) });
    server.on('tlsClientError', () => {});
    const port = await listen(server);
    expect(await ask(`https://${name}:${port}/`)).toBe('certificate');
    expect(names).toEqual([name]);
  });

  test('must come in time', async () => {
    const port = await listen(createServer((socket) => socket.on('error', () => {})));
    expect(await ask(`https://${name}:${port}/`, { time: 300 })).toBe('timeout');
  });
});

describe('a name', () => {
  test('is resolved once for each call, and the resulting address is called', async () => {
    const { port, got } = await target((socket) => socket.end(`${ok}Content-Length: 0\r\n\r\n`));
    let lookups = 0;
    // The second lookup would return another address.
    const lookup = async () => (++lookups === 1 ? [here] : [{ address: '192.0.2.1', family: 4 }]);
    expect(await ask(`http://${name}:${port}/`, { lookup })).toBe('200');
    expect([lookups, got.length]).toEqual([1, 1]);
  });

  test('is refused if one of its addresses is not public', async () => {
    const { port, got } = await target((socket) => socket.end());
    const lookup = async () => [{ address: '1.1.1.1', family: 4 }, here];
    expect(await ask(`http://${name}:${port}/`, { lookup, privateAllowed: false })).toBe('refused-address');
    expect(got).toEqual([]);
  });

  test('is resolved while all threads of the pool wait, as for a name server that never answers', async () => {
    // The runtime looks up `localhost` in another way. It does not matter whether the name has an address.
    const answerWithin = (ms: number) => Promise.race([createLookup()(hostname()).then(String, String), Bun.sleep(ms)]);
    // The name server of this machine may be the one that never answers.
    if ((await answerWithin(2_000)) === undefined) return;
    const folder = mkdtempSync(join(tmpdir(), 'rockola-lookup-'));
    const pipe = join(folder, 'pipe');
    expect(Bun.spawnSync(['mkfifo', pipe]).exitCode).toBe(0);
    // Each waits in a thread until the pipe is opened for writing.
    const waiting = Array.from({ length: 64 }, () => openFile(pipe, 'r'));
    try {
      expect(await answerWithin(10_000)).toBeDefined();
    } finally {
      const writer = openSync(pipe, 'r+');
      for (const file of await Promise.all(waiting)) await file.close();
      closeSync(writer);
      rmSync(folder, { recursive: true });
    }
  });

  test('is resolved by the name servers of a changed resolv.conf', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'rockola-resolv-'));
    const file = join(folder, 'resolv.conf');
    writeFileSync(file, '');
    const lookup = createLookup(file);
    const nameServer = await startNameServer([192, 0, 2, 7]);
    const before = getServers();
    writeFileSync(file, `# changed\nnameserver 127.0.0.1:${nameServer.address().port}\n`);
    try {
      expect(await lookup(name)).toMatchObject([{ address: '192.0.2.7', family: 4 }]);
    } finally {
      setServers(before);
      nameServer.close();
      rmSync(folder, { recursive: true });
    }
  });

  test('that does not exist is reported as such, and one that is not resolved in time as a timeout', async () => {
    expect(await ask(`http://${name}/`, { lookup: () => Promise.reject(new Error('ENOTFOUND')) })).toBe('unknown-name');
    expect(await ask(`http://${name}/`, { lookup: () => new Promise(() => {}), time: 100 })).toBe('timeout');
  });
});

test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f.1/',
  'http://2130706433/',
  'http://017700000001/',
  'http://0177.0.0.01/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::1]/',
  'http://[::]/',
  'http://0/',
  'http://localhost/',
  'http://localhost./',
  'http://127.0.0.1.:3000/',
  'http://１２７.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[fd00:ec2::254]/',
  'http://[64:ff9b::a9fe:a9fe]/',
  'http://rock.example.org:443/',
  'https://rock.example.org/',
  'https://ROCK.example.org./x',
])('%s is refused', async (url) => {
  const outbound = createOutbound({ ...service, privateAllowed: false });
  expect(await outbound.post(url, request, notStopped).catch(({ code }) => code)).toBe('refused-address');
});

test('our own port is refused even if private addresses are allowed', async () => {
  const outbound = createOutbound({ ...service, privateAllowed: true, ports: [3000] });
  for (const host of ['127.0.0.1', '127.9.9.9', '[::1]', '0.0.0.0', 'localhost'])
    expect(await outbound.post(`http://${host}:3000/`, request, notStopped).catch(({ code }) => code)).toBe('refused-address');
});

test('a call ends at once when the service stops', async () => {
  const { port } = await target(() => stop.abort());
  const stop = new AbortController();
  const outbound = createOutbound({ ...service, privateAllowed: true });
  expect(await outbound.post(`http://127.0.0.1:${port}/`, request, stop.signal).catch(({ code }) => code)).toBe('stopped');
});

test('calls that have ended leave no listener on the stop signal', async () => {
  const { port } = await target((socket) => socket.end(`${ok}Content-Length: 0\r\n\r\n`));
  const stop = new AbortController();
  const outbound = createOutbound({ ...service, privateAllowed: true });
  const calls = [1, 2, 3].map(() => outbound.post(`http://127.0.0.1:${port}/`, request, stop.signal));
  expect(getEventListeners(stop.signal, 'abort').length).toBe(3);
  await Promise.all(calls);
  expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
});
