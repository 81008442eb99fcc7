import { afterAll, afterEach, expect, test } from 'bun:test';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { type Connection, fieldOf, openConnection, type Reply } from '../support/load/connection.ts';

const mebibyte = 1024 * 1024;
/** The bodies of 1 MiB that one client may have under way: a third of 64 MiB. */
const maxBodies = 21;
const greedy = '203.0.113.1';
let connections: Connection[] = [];

const rockola = await startRockola({ ROCKOLA_PROXIES: '127.0.0.1' });
afterEach(() => {
  for (const connection of connections) connection.end();
  connections = [];
});
afterAll(() => rockola.stop());

/** Sends the beginning of a request, so that its body stays under way. */
async function begin(fields: string, client = greedy, beginning = '{"name":"'): Promise<Reply | undefined> {
  const connection = await openConnection(Number(new URL(rockola.url).port));
  connections.push(connection);
  const head = `POST /api/v1/artists HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\nContent-Type: application/json\r\n${fields}\r\n\r\n`;
  return connection.send(head + beginning);
}

/** Begins `count` bodies and returns how many are under way. Checks that the others were refused with a Retry-After. */
async function underWay(count: number, fields: string, beginning?: string, clientOf = (_: number) => greedy): Promise<number> {
  const replies: Reply[] = [];
  for (let i = 0; i < count; i++) void begin(fields, clientOf(i), beginning).then((reply) => reply && replies.push(reply));
  await until(() => replies.length >= count - maxBodies, 'too few bodies were refused');
  await Bun.sleep(100);
  for (const { status, head, body } of replies) {
    expect([status, fieldOf(head, 'retry-after'), fieldOf(head, 'connection')]).toEqual([503, '1', 'close']);
    expect(body).toContain('Too many bytes');
  }
  return count - replies.length;
}

function post(client: string, bytes: number, credentials: Record<string, string> = { 'X-API-Key': rockola.adminKey }): Promise<Response> {
  const body = JSON.stringify({ name: 'Virus', description: 'x', image: '', band: '' });
  const headers = { 'Content-Type': 'application/json', ...credentials, 'X-Forwarded-For': client };
  return fetch(`${rockola.url}/api/v1/artists`, { method: 'POST', headers, body: body.padEnd(bytes) });
}

const large = `Content-Length: ${mebibyte}`;

test('a slow body counts with its announced length: one client gets at most a third of the room, and others are served', async () => {
  expect(await underWay(60, large)).toBe(maxBodies);
  expect((await post(greedy, mebibyte)).status).toBe(503);
  for (const other of ['203.0.113.2', '2001:db8::1']) expect((await post(other, mebibyte)).status).toBe(201);
  expect((await fetch(`${rockola.url}/api/v1/artists/1001`, { headers: { 'X-Forwarded-For': greedy } })).status).toBe(200);
});

test('a client frees its room when it hangs up, is answered or is refused', async () => {
  for (let round = 0; round < 3; round++) {
    expect(await underWay(30, large)).toBe(maxBodies);
    for (const connection of connections) connection.end();
    const fits = async () => {
      const answers = await Promise.all(Array.from({ length: maxBodies }, () => post(greedy, mebibyte)));
      return answers.every(({ status }) => status === 201);
    };
    await until(fits, 'the room was not freed');
    const refused = await Promise.all(Array.from({ length: maxBodies }, () => post(greedy, mebibyte, {})));
    expect(refused.map(({ status }) => status)).toEqual(Array(maxBodies).fill(401));
  }
});

test('a chunked body counts as the largest allowed', async () => {
  expect(await underWay(60, 'Transfer-Encoding: chunked', '1\r\n{\r\n')).toBe(maxBodies);
  for (const connection of connections) connection.end();
});

test('all addresses of one IPv6 network are one client', async () => {
  expect(await underWay(60, large, undefined, (i) => `2001:db8::${i}`)).toBe(maxBodies);
});

test('a body that is too large is refused with 413, and counts as the largest allowed', async () => {
  const reply = await begin(`Content-Length: ${60 * mebibyte}`);
  expect(reply?.status).toBe(413);
});
