import { afterAll, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { until } from '../faults/until.ts';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

const rockola = await startRockola({}, { engine: 'sqlite' });
afterAll(() => rockola.stop());

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

type Pipe = { socket: Socket; received(): string; closed(): boolean };

/** Sends requests at once on one connection. */
function sendAtOnce(text: string): Promise<Pipe> {
  return new Promise((resolve) => {
    let received = '';
    let closed = false;
    const socket = connect(Number(new URL(rockola.url).port), '127.0.0.1', () => {
      socket.write(text);
      resolve({ socket, received: () => received, closed: () => closed });
    });
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      closed = true;
    });
  });
}

const answersIn = (text: string) => text.split('HTTP/1.1 200 ').length - 1;

test('a few requests sent at once are all answered, in their order', async () => {
  const random = randomFrom(seed);
  for (let round = 0; round < 20; round++) {
    const ids = Array.from({ length: 2 + random.below(6) }, () => 1001 + random.below(200));
    const { socket, received } = await sendAtOnce(ids.map((id) => request(`/api/v1/artists/${id}`)).join(''));
    await until(() => answersIn(received()) === ids.length, 'not all are answered');
    const answered = [...received().matchAll(/\r\n\r\n\{"id":(\d+)/g)].map(([, id]) => Number(id));
    expect([seed, answered]).toEqual([seed, ids]);
    socket.destroy();
  }
});

test.each([
  [1, '/api/v1/artists/1001'],
  [40, '/livez'],
  [10, '/api/v1/artists?limit=100'],
])('thousands of requests sent at once on %i connections do not keep other clients from being answered: %s', async (connections, path) => {
  const sent = 10_000;
  const text = request(path).repeat(sent);
  const pipes = await Promise.all(Array.from({ length: connections }, () => sendAtOnce(text)));
  await until(() => pipes.every(({ closed }) => closed()), 'some connections are still open');
  for (const { received } of pipes) {
    expect(answersIn(received())).toBeWithin(1, sent / 4);
    // The last answer may be incomplete, since the server closes the connection. The first one begins with a whole status line.
    expect(received()).toStartWith('HTTP/1.1 200 OK\r\n');
  }
  expect((await rockola.call('GET', '/livez')).status).toBe(200);
});

test('a client that sends one request after another on a connection is never cut off', async () => {
  const pipe = await sendAtOnce(request('/livez'));
  for (let i = 1; i <= 500; i++) {
    await until(() => answersIn(pipe.received()) === i, 'no answer');
    if (i < 500) pipe.socket.write(request('/livez'));
  }
  expect([pipe.closed(), pipe.received().includes('Connection: close')]).toEqual([false, false]);
  pipe.socket.destroy();
});
