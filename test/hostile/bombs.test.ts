import { afterAll, afterEach, beforeEach, describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { until } from '../faults/until.ts';
import { type Answer, startRockola } from '../support/harness.ts';
import { logOf, untilLogged } from '../support/logged.ts';

/** In ms. A request that takes longer counts as hanging. */
const hang = 1000;
const mebibyte = 1024 * 1024;
const maxGrowth = 64 * mebibyte;
/** How long the server may take to release the memory of the bombs while light requests continue, in ms. */
const settling = 90_000;
const path = '/api/v1/artists';
const blockSize = 65_536;
/** Pause between blocks, so that an answer is read before a reset can overtake it, in ms. */
const pause = 2;

let artistsBefore: bigint;
/** Every bomb by its request id. */
const sent = new Map<string, string | Uint8Array>();

const rockola = await startRockola();
for (let i = 0; i < 200; i++) await post('{}');
const residentAtFirst = resident();
afterAll(() => rockola.stop());
beforeEach(async () => {
  artistsBefore = await countArtists();
});
afterEach(async () => {
  expect(await countArtists()).toBe(artistsBefore);
  expect((await rockola.call('GET', '/livez')).status).toBe(200);
});

const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);
const arrays = (depth: number) => nested('[', ']', depth);
const objects = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
const members = (count: number, name: (i: number) => string | number) =>
  `{${Array.from({ length: count }, (_, i) => `"${name(i)}":1`).join()}}`;
const named = (more: string) => `{"name":"bomb",${more}}`;

/** The bodies, by the code of the problem that they cause. */
const bombs: Record<string, Record<string, string | Uint8Array>> = {
  'malformed-json': {
    '33 arrays': arrays(33),
    '33 objects': objects(33),
    '33 deep in a member': named(`"description":${arrays(32)}`),
    '100 arrays': arrays(100),
    '1,000 arrays': arrays(1000),
    '10,000 arrays': arrays(10_000),
    '100,000 arrays': arrays(100_000),
    '500,000 arrays': arrays(500_000),
    '100 objects': objects(100),
    '1,000 objects': objects(1000),
    '10,000 objects': objects(10_000),
    '100,000 objects': objects(100_000),
    'arrays and objects by turns': nested('[{"a":', '}]', 100_000),
    '1 MiB of [': '['.repeat(mebibyte),
    '1 MiB of {': '{'.repeat(mebibyte),
    '1 MiB of "': '"'.repeat(mebibyte),
    '1 MiB of \\': `"${'\\'.repeat(mebibyte - 1)}`,
    '1 MiB of white space': ' '.repeat(mebibyte),
    '1 MiB of minus signs': '-'.repeat(mebibyte),
    '1 MiB of 0': '0'.repeat(mebibyte),
    'a string without end': `{"name":"${'x'.repeat(mebibyte - 9)}`,
    'a bad escape behind 1 MiB': `"\\u0041${'x'.repeat(mebibyte - 10)}\\x"`,
    'white space before an x': `${' '.repeat(mebibyte - 1)}x`,
    'a byte order mark': '\ufeff{"name":"bomb"}',
    'a byte order mark of UTF-16': new Uint8Array([0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]),
    'UTF-16': new Uint8Array(Buffer.from('{"name":"bomb"}', 'utf16le')),
    'a byte that UTF-8 never contains': new Uint8Array([...Buffer.from('{"name":"'), 0xff, 0x22, 0x7d]),
    'an overlong slash': new Uint8Array([...Buffer.from('{"name":"'), 0xc0, 0xaf, 0x22, 0x7d]),
    'a surrogate in UTF-8': new Uint8Array([...Buffer.from('{"name":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d]),
    'a character past U+10FFFF': new Uint8Array([...Buffer.from('{"name":"'), 0xf4, 0x90, 0x80, 0x80, 0x22, 0x7d]),
    'UTF-8 that breaks off': new Uint8Array([...Buffer.from('{"name":"bomb"}'), 0xe2, 0x82]),
    'U+0000 unescaped': '{"name":"a\0b"}',
    'an empty body': '',
    'a truncated body': '{"name":"bomb"',
    'a body cut in an escape': '{"name":"\\u00',
    'trailing text': '{"name":"bomb"} x',
    'two bodies': '{"name":"bomb"}{"name":"bomb"}',
    'trailing NUL': '{"name":"bomb"}\0',
    'trailing commas': '{"name":"bomb",}',
    comments: '{"name":"bomb"/* */}',
    Infinity: named('"id":Infinity'),
    'a number of minus signs': named('"id":--1'),
    'an exponent without digits': named('"id":1e'),
  },
  'invalid-input': {
    '32 arrays': arrays(32),
    '32 objects': objects(32),
    '100,000 arrays in a row': `[${'[],'.repeat(100_000)}[]]`,
    '100,000 unknown members': members(100_000, (i) => `k${i.toString(36)}`),
    '100,000 members like array indexes': members(100_000, (i) => i),
    '65,000 members like array indexes far apart': members(65_000, (i) => i * 65_536),
    '65,000 members like indexes past the last': members(65_000, (i) => 2 ** 32 - 1 + i),
    '100,000 times the same member': `{${'"a":1,'.repeat(100_000)}"name":"bomb"}`,
    'a member twice': '{"name":"a","name":"bomb"}',
    'a member twice, once escaped': '{"name":"a","n\\u0061me":"bomb"}',
    '__proto__ with members': named('"__proto__":{"admin":true}'),
    '__proto__ twice': named('"__proto__":null,"__proto__":[]'),
    constructor: named('"constructor":{"prototype":{"admin":true}}'),
    'names of members that every object has': named('"toString":1,"valueOf":1,"hasOwnProperty":1,"toJSON":1'),
    'a lone surrogate in a member name': named('"\\ud800":1'),
    'a lone surrogate in a value': '{"name":"\\udfff"}',
    'surrogates the wrong way round': '{"name":"\\udc00\\ud800"}',
    '100,000 lone surrogates': `{"name":"${'\\ud800'.repeat(100_000)}"}`,
    '5,000 members with lone surrogates': members(5000, (i) => `\\ud800${i}`),
    'U+0000 in a value': '{"name":"a\\u0000b"}',
    'U+0000 in a member name': named('"\\u0000":1'),
    'an empty member name': named('"":1'),
    'an id of 100,000 digits': named(`"id":${'9'.repeat(100_000)}`),
    'an id of 1,000,000 digits': named(`"id":${'9'.repeat(1_000_000)}`),
    'a negative id of 100,000 digits': named(`"id":-${'9'.repeat(100_000)}`),
    'a fraction of 100,000 digits': named(`"id":0.${'1'.repeat(100_000)}`),
    'an exponent of 100,000 digits': named(`"id":1e${'9'.repeat(100_000)}`),
    'a huge exponent': named('"id":1e999999999'),
    'a huge negative exponent': named('"id":1e-999999999'),
    '100,000 numbers of 5 digits': named(`"band":[${'12345,'.repeat(100_000)}1]`),
    'a name of 1,000,000 letters': `{"name":"${'x'.repeat(1_000_000)}"}`,
    'a name of 1,000,000 spaces': `{"name":"${' '.repeat(1_000_000)}"}`,
    'an image of 1,000,000 letters': named(`"image":"http://e.org/${'x'.repeat(1_000_000)}"`),
    'an image of 1,000,000 slashes': named(`"image":"${'http://'.repeat(140_000)}"`),
    'an image of 2,000 at signs': named(`"image":"http://${'@'.repeat(2000)}"`),
    '150,000 escapes': `{"name":"${'\\u0041'.repeat(150_000)}"}`,
    'a scalar': '5',
    null: 'null',
    'an array of 200,000 nulls': `[${'null,'.repeat(200_000)}null]`,
  },
  'content-too-large': {
    '1 MiB + 1 byte of [': '['.repeat(mebibyte + 1),
    '1,000,000 arrays': arrays(1_000_000),
    '1,000,000 objects': objects(1_000_000),
    '1 MiB + 1 byte of JSON': '{"name":"bomb"}'.padEnd(mebibyte + 1),
    'a number of 2,000,000 digits': '9'.repeat(2_000_000),
  },
};

for (const [code, bodies] of Object.entries(bombs)) {
  describe(`refused with ${code}`, () => {
    for (const [name, body] of Object.entries(bodies)) test(name, async () => expectRefused(body, code));
  });
}

describe('bodies too large', () => {
  test('with a Content-Length are refused unread, but received to the end, so that a proxy gets the answer', async () => {
    const { received, socket } = await startPost(`Content-Length: ${2 * mebibyte}`);
    await untilReceived(received, 'HTTP/1.1 413');
    expect(received()).toContain('/problems/content-too-large"');
    expect(received().toLowerCase()).not.toContain('\r\nconnection: close\r\n');
    socket.write('['.repeat(2 * mebibyte));
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await untilReceived(received, 'HTTP/1.1 200');
    socket.end();
  });

  test('in chunks are refused at their end; one that exceeds 16 MiB is refused at once, and the connection is closed', async () => {
    const { received, socket, closed } = await startPost('Transfer-Encoding: chunked');
    let size = 0;
    for (; received() === '' && size < 48 * mebibyte; size += blockSize) {
      // A write ends when the kernel has taken the bytes, so the test is never faster than the server reads.
      await Promise.race([new Promise((resolve) => socket.write(asChunk('['.repeat(blockSize)), resolve)), closed]);
      await Bun.sleep(pause);
    }
    expect(received()).toContain('HTTP/1.1 413');
    expect(received().toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(size).toBeWithin(16 * mebibyte, 32 * mebibyte);
    await closed;
    const ended = await startPost('Transfer-Encoding: chunked');
    for (let size = 0; size < 2 * mebibyte; size += blockSize) ended.socket.write(asChunk(' '.repeat(blockSize)));
    ended.socket.write('0\r\n\r\nGET /livez HTTP/1.1\r\nHost: x\r\n\r\n');
    await untilReceived(ended.received, 'HTTP/1.1 200');
    expect(ended.received()).toContain('HTTP/1.1 413');
    ended.socket.end();
  });

  test('that are larger than the parser allows are refused too', async () => {
    const { received, closed } = await startPost(`Content-Length: ${2 ** 40}`);
    await untilReceived(received, 'HTTP/1.1 413');
    await closed;
  });

  test('of exactly 1 MiB in chunks are read', async () => {
    const { received, socket } = await startPost('Transfer-Encoding: chunked');
    for (let size = 0; size < mebibyte; size += blockSize) socket.write(asChunk(' '.repeat(blockSize)));
    socket.write('0\r\n\r\n');
    await untilReceived(received, 'HTTP/1.1 400');
    expect(received()).toContain('/problems/malformed-json"');
    socket.destroy();
  });
});

describe('a body', () => {
  test('that is shorter than its Content-Length is not stored, and a client that hangs up causes no error', async () => {
    const { received, socket } = await startPost('Content-Length: 5000');
    socket.write('{"name":"bomb"}');
    await Bun.sleep(100);
    expect(received()).toBe('');
    socket.destroy();
  });

  test('that is longer than its Content-Length ends there, and the connection is closed', async () => {
    const { received, socket, closed } = await startPost('Content-Length: 5');
    socket.write('{"name":"bomb"}');
    await untilReceived(received, 'HTTP/1.1 400');
    await closed;
    expect(received()).not.toContain('HTTP/1.1 20');
  });

  test('that arrives byte by byte is read as one body', async () => {
    const { received, socket } = await startPost('Content-Length: 2000');
    socket.setNoDelay(true);
    for (let i = 0; i < 2000; i++) {
      socket.write('[');
      if (i % 100 === 0) await Bun.sleep(1);
    }
    await untilReceived(received, 'HTTP/1.1 400');
    expect(received()).toContain('/problems/malformed-json"');
    socket.destroy();
  });
});

describe('after all bombs', () => {
  test('objects of the program have no new members', async () => {
    const { json } = await rockola.call('GET', `${path}/1001`);
    expect(Object.keys(json)).toEqual(['id', 'name', 'description', 'image', 'band']);
  });

  test('no request took long, according to the log', async () => {
    await untilLogged(rockola);
    let times = timesById();
    let slow = [...sent];
    console.log(`bombs: ${slow.length}, the slowest took ${Math.max(...slow.map(([id]) => times.get(id) as number))} ms`);
    // A bomb that is slow by itself is slow each time; one that met other work on the machine is not.
    for (let tries = 0; tries < 5; tries++) {
      slow = slow.filter(([id]) => !((times.get(id) ?? hang) < hang));
      if (slow.length === 0) break;
      for (const [i, [, body]] of slow.entries()) slow[i] = [(await post(body)).headers.get('x-request-id') as string, body];
      await untilLogged(rockola);
      times = timesById();
    }
    expect(slow.map(([, body]) => body.slice(0, 80))).toEqual([]);
  });

  test('the log has no error', () => {
    expect(logLines().filter(({ level }) => level !== 'info')).toEqual([]);
  });

  test.if(existsSync('/proc/self/status'))(
    'the memory that the bombs took is released',
    async () => {
      const deadline = performance.now() + settling;
      while (resident() - residentAtFirst > maxGrowth && performance.now() < deadline) await countArtists();
      console.log(`memory: ${Math.round(residentAtFirst / mebibyte)} MiB before, ${Math.round(resident() / mebibyte)} MiB after`);
      expect(resident() - residentAtFirst).toBeLessThanOrEqual(maxGrowth);
    },
    2 * settling,
  );
});

function post(body: unknown): Promise<Answer> {
  return rockola.send('POST', path, body);
}

async function countArtists(): Promise<bigint> {
  return (await rockola.call('GET', `${path}?limit=1`)).json.meta.total;
}

async function expectRefused(body: string | Uint8Array, code: string): Promise<void> {
  const { status, json, headers } = await post(body);
  expect(json.type).toBe(`${rockola.url}/problems/${code}`);
  expect(BigInt(status)).toBe(json.status);
  expect(json.errors?.length ?? 0).toBeLessThanOrEqual(101);
  sent.set(headers.get('x-request-id') as string, body);
}

function logLines(): { level: string; id?: string; ms: number }[] {
  return logOf(rockola);
}

const timesById = () => new Map(logLines().map(({ id, ms }) => [id, ms]));

/** The server's memory in RAM, in bytes. */
function resident(): number {
  const status = readFileSync(`/proc/${rockola.process.pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}

/** Sends the head of a POST and collects the answer. */
async function startPost(framing: string): Promise<{ socket: Socket; received(): string; closed: Promise<void> }> {
  let text = '';
  const socket = connect(Number(new URL(rockola.url).port), '127.0.0.1');
  socket.on('data', (bytes) => {
    text += bytes.toString('latin1');
  });
  // After a reset, 'close' follows.
  socket.on('error', () => {});
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const fields = `Host: rock.example\r\nX-API-Key: ${rockola.adminKey}\r\nContent-Type: application/json\r\n${framing}`;
  await new Promise<void>((resolve) => socket.write(`POST ${path} HTTP/1.1\r\n${fields}\r\n\r\n`, () => resolve()));
  return { socket, received: () => text, closed };
}

function asChunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

async function untilReceived(received: () => string, start: string): Promise<void> {
  await until(() => received().includes(start), `no ${start} in: ${received()}`);
}
