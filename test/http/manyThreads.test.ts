import { expect, test } from 'bun:test';
import { startRockola } from '../support/harness.ts';
import { openConnection, requestOf } from '../support/load/connection.ts';

const body = JSON.stringify({ name: 'Pez', description: '🎸'.repeat(20_000), image: '', band: '' });
/** The largest body, in one chunk: its length is known only at its end. */
const largest = body.padEnd(1024 * 1024 - Buffer.byteLength(body) + body.length);
const chunked = (key: string, text: string) =>
  `POST /api/v1/artists HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n0\r\n\r\n`;

/** Many, since a bound that is divided among the threads is then smallest for each. */
const threads = 22;

test(`with ${threads} threads, each thread takes the largest body in chunks, and answers with a page of the longest records`, async () => {
  const rockola = await startRockola({ ROCKOLA_THREADS: String(threads), ROCKOLA_STARTER: 'off' });
  const request = chunked(rockola.adminKey, largest);
  expect(Buffer.byteLength(largest)).toBe(1024 * 1024);
  // The system distributes connections over the threads: of 40, nearly every thread gets some.
  for (let i = 0; i < 40; i++) {
    const connection = await openConnection(Number(new URL(rockola.url).port));
    const [posted, read] = [await connection.send(request), await connection.send(requestOf('GET', '/api/v1/artists?limit=100'))];
    expect([posted?.status, read?.status]).toEqual([201, 200]);
    connection.end();
  }
  await rockola.stop();
});
