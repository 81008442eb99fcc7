import { afterAll, afterEach, expect, test } from 'bun:test';
import { createServer, connect as dial, type Server, type Socket } from 'node:net';
import { until } from '../faults/until.ts';
import { makeDatabase, serverUrl, type TestDatabase } from '../support/databases.ts';
import { commandOf, runToEnd, startRockola } from '../support/harness.ts';
import { untilLogged } from '../support/logged.ts';
import { freePort } from '../support/postgres/server.ts';

const databases: TestDatabase[] = [];
const opened: Server[] = [];
const sockets = new Set<Socket>();
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  for (const server of opened.splice(0)) server.close();
  sockets.clear();
});
afterAll(() => Promise.all(databases.map((database) => database.drop())));

type Behaviour = (socket: Socket) => void;

/** Listens at the address of the expected database. */
async function listen(port: number, behave: Behaviour): Promise<Server> {
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    behave(socket);
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  opened.push(server);
  return server;
}

/** Listens, and forwards to the real server. */
function forward(port: number): Promise<Server> {
  const { hostname, port: real } = new URL(serverUrl());
  return listen(port, (socket) => {
    const onwards = dial(Number(real), hostname);
    socket.pipe(onwards).pipe(socket);
    onwards.on('error', () => {});
  });
}

/** An error of PostgreSQL as it is sent before a connection is established (its documentation, "Message Formats"). */
function errorMessage(code: string, text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  return Buffer.concat([Buffer.from('E'), length, fields]);
}

const statusOf = (port: number, path: string) =>
  fetch(`http://127.0.0.1:${port}${path}`).then(
    ({ status }) => status,
    () => 0,
  );

/** Starts a service before its database, checks that it waits, and starts the database. */
async function startBefore(behave: Behaviour | undefined, said: string): Promise<void> {
  const database = await makeDatabase('');
  databases.push(database);
  const [port, databasePort] = [await freePort(), await freePort()];
  const url = new URL(database.settings.DATABASE_URL as string);
  url.port = String(databasePort);
  const absent = behave && (await listen(databasePort, behave));
  const starting = startRockola({ DATABASE_URL: url.href, PORT: String(port), ROCKOLA_STARTER: 'off' });
  await until(async () => (await statusOf(port, '/livez')) === 200, '/livez does not answer 200 while the service waits');
  expect([await statusOf(port, '/readyz'), await statusOf(port, '/api/v1/artists')]).toEqual([503, 503]);
  // Time for a second try, which must not be logged.
  await Bun.sleep(1_500);
  absent?.close();
  await forward(databasePort);
  const rockola = await starting;
  await until(async () => (await statusOf(port, '/readyz')) === 200, 'it is not ready');
  await untilLogged(rockola);
  const lines = rockola.output().split('\n');
  const waits = lines.filter((line) => line.includes('waiting for the database'));
  expect(waits[0]).toContain('"level":"warn"');
  expect(waits.filter((line) => line.includes(said)).length).toBe(1);
  expect(lines.filter((line) => line.includes('the database is there, after')).length).toBe(1);
  await rockola.stop();
}

test('the start waits for a database that does not listen yet', () => startBefore(undefined, 'No PostgreSQL answers at 127.0.0.1'));

test('the start waits for a database that is still starting', () =>
  startBefore(
    (socket) => void socket.once('data', () => socket.end(errorMessage('57P03', 'the database system is starting up'))),
    'the database system is starting up',
  ));

test('SIGTERM ends the wait at once, for a host that is not known or a server that is silent', async () => {
  const silent = await freePort();
  await listen(silent, () => {});
  for (const host of ['rockola:x@database.invalid', `rockola:x@127.0.0.1:${silent}`]) {
    const env = { PATH: process.env.PATH ?? '', PORT: '0', DATABASE_URL: `postgres://${host}/rockola` };
    const child = Bun.spawn(commandOf('serve'), { env, stdout: 'pipe', stderr: 'pipe' });
    let out = '';
    const read = (async () => {
      for await (const chunk of child.stdout) out += new TextDecoder().decode(chunk);
    })();
    await until(() => out.includes('waiting for the database'), 'it does not wait');
    child.kill();
    expect(await child.exited).toBe(0);
    await read;
    expect(out).toContain('stopped before the start was complete');
    expect(await child.stderr.text()).toBe('');
  }
});

test('a missing password stops the start, and a command fails if no database answers', async () => {
  const url = new URL(serverUrl());
  url.password = '';
  const missing = await runToEnd({ PORT: '0', DATABASE_URL: url.href, HOME: '/nonexistent' });
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('asks for the password of postgres, and none is set')]);
  url.port = String(await freePort());
  const command = await runToEnd({ DATABASE_URL: url.href }, ['account', 'list']);
  expect([command.code, command.err]).toEqual([1, expect.stringContaining('No PostgreSQL answers')]);
});
