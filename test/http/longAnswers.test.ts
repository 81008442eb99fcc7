import { afterAll, afterEach, beforeAll, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { toJson } from '../../src/model/json.ts';
import { until } from '../faults/until.ts';
import { type Rockola, startRockola } from '../support/harness.ts';

/** A page of 100 artists with the longest texts: 8 MB, of which a client may have five at once. */
const [path, most] = ['/api/v1/artists?limit=100', 5];
let rockola: Rockola;
let sockets: Socket[] = [];

beforeAll(async () => {
  rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_PROXIES: '127.0.0.1' });
  const body = { name: 'Pez', description: '🎸'.repeat(20_000), image: '', band: '' };
  for (let i = 0; i < 100; i++) expect((await rockola.call('POST', '/api/v1/artists', { key: rockola.adminKey, body })).status).toBe(201);
}, 60_000);
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets = [];
});
afterAll(() => rockola.stop());

const get = (client: string, headers = {}, method = 'GET') =>
  fetch(rockola.url + path, { method, headers: { 'X-Forwarded-For': client, ...headers } });

/** Asks for the page and reads no more of it than how it begins. @returns its status */
function askOnly(client: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(rockola.url).port), '127.0.0.1');
    sockets.push(socket);
    socket.once('error', reject);
    socket.once('data', (bytes) => {
      socket.pause();
      resolve(Number(bytes.toString('latin1', 9, 12)));
    });
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${client}\r\n\r\n`);
  });
}

const rowsFor = async (client: string) => ((await (await get(client)).json()) as { data: unknown[] }).data.length;
const problemOf = async (answer: Response) => (await answer.json()) as { detail: string };
const letIn = (statuses: number[]) => statuses.filter((status) => status === 200).length;

test('a page with long texts is what its records are, has one tag as long as they stay, and no body where none is wanted', async () => {
  const answer = await get('203.0.113.9');
  const text = await answer.text();
  const page = JSON.parse(text);
  const { json } = await rockola.call('GET', '/api/v1/artists/1');
  expect([page.data.length, page.meta, toJson(page.data[0])]).toEqual([
    100,
    { limit: 100, offset: 0, total: 100, next: null },
    toJson(json),
  ]);
  expect([text, answer.headers.get('content-type')]).toEqual([JSON.stringify(page), 'application/json; charset=utf-8']);
  const tag = answer.headers.get('etag') ?? '';
  expect((await get('203.0.113.9', { 'If-None-Match': tag })).status).toBe(304);
  const head = await get('203.0.113.9', {}, 'HEAD');
  expect([head.status, head.headers.get('etag'), head.headers.get('content-type'), await head.text()]).toEqual([
    200,
    tag,
    'application/json; charset=utf-8',
    '',
  ]);
  await rockola.call('PATCH', '/api/v1/artists/100', { key: rockola.adminKey, body: { band: 'Pez' } });
  expect((await get('203.0.113.9', { 'If-None-Match': tag })).headers.get('etag')).not.toBe(tag);
});

test('who asks for more than they read is turned away, others are not, and the room is there again once they hang up', async () => {
  const statuses = [];
  for (let i = 0; i < 12; i++) statuses.push(await askOnly('203.0.113.1'));
  expect([letIn(statuses), statuses.filter((status) => status === 503).length]).toEqual([most, 12 - most]);
  const refused = await get('203.0.113.1');
  expect([refused.status, refused.headers.get('retry-after'), (await problemOf(refused)).detail]).toEqual([
    503,
    '1',
    expect.stringContaining('Too many bytes of answers'),
  ]);
  expect((await get('203.0.113.1', {}, 'HEAD')).status).toBe(200);
  expect(await rowsFor('203.0.113.2')).toBe(100);
  for (const socket of sockets) socket.destroy();
  await until(async () => (await get('203.0.113.1')).status === 200, 'the room is not given back');
  for (let i = 0; i < 7; i++) expect(await rowsFor('203.0.113.1')).toBe(100);
});
