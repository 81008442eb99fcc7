import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { rejectionOf } from '../support/failure.ts';
import { commandOf, type Rockola, runToEnd, startRockola } from '../support/harness.ts';
import { metric } from '../support/metric.ts';
import { freePort } from '../support/postgres/server.ts';
import { launch } from '../support/program.ts';

/** The process and its listener, which are the same on any engine. Tests that wait run at the same time. */
const folder = mkdtempSync(join(tmpdir(), 'rockola-stop-'));
const usual = await startRockola();
afterAll(async () => {
  await usual.stop();
  rmSync(folder, { recursive: true });
});

const strayMain = new URL('../support/strayMain.ts', import.meta.url).pathname;
const portOf = ({ url }: Rockola) => Number(new URL(url).port);

type Raw = { socket: Socket; received(): string; closed(): number | undefined };

/** Opens a connection that can send any bytes. `closed` gives the time from its opening until it was closed, in ms. */
async function open(port: number, first = ''): Promise<Raw> {
  const start = performance.now();
  let received = '';
  let closed: number | undefined;
  const socket = connect(port, '127.0.0.1');
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  socket.on('error', () => {});
  socket.on('close', () => {
    closed = performance.now() - start;
  });
  await new Promise((resolve) => socket.once('connect', resolve).once('close', resolve));
  socket.write(first);
  return { socket, received: () => received, closed: () => closed };
}

const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`;
const hang = (rockola: Rockola) => open(portOf(rockola), post(rockola, 100, '{"name":"half'));
const post = (rockola: Rockola, length: number, body: string) =>
  `POST /api/v1/artists HTTP/1.1\r\nHost: x\r\nX-API-Key: ${rockola.adminKey}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

test.concurrent('an unhandled error does not end the program, and is logged', async () => {
  const rockola = await startRockola({}, { entry: strayMain, expectErrors: [/a stray throw/, /a stray rejection/] });
  const logged = (text: string, message: string) =>
    rockola
      .output()
      .split('\n')
      .some((line) => line.includes(text) && line.includes(`"msg":"${message}"`));
  await until(
    () => logged('a stray throw', 'uncaught') && logged('a stray rejection', 'unhandled rejection'),
    'the log lacks one of the two errors',
  );
  expect((await rockola.call('GET', '/api/v1/artists')).status).toBe(200);
  await rockola.stop();
});

describe('silent connections', () => {
  test.concurrent('are closed after 12 seconds, or a few more on a busy machine, whatever they have sent', async () => {
    const port = portOf(usual);
    const kinds = {
      nothing: '',
      'half a head': 'GET /livez HTTP/1.1\r\nHost: x\r\n',
      'a whole request': get('/livez'),
      'a request with a body': post(usual, 12, '{"name":"x"}'),
    };
    const opened = await Promise.all(Object.entries(kinds).map(async ([kind, sent]) => [kind, await open(port, sent)] as const));
    await until(() => opened.every(([, { closed }]) => closed() !== undefined), 'they are not all closed');
    for (const [kind, { closed, received }] of opened) {
      expect([kind, closed()]).toEqual([kind, expect.any(Number)]);
      expect([kind, (closed() as number) > 6_000 && (closed() as number) < 30_000]).toEqual([kind, true]);
      if (kind.startsWith('a ')) expect(received()).toMatch(/^HTTP\/1.1 20[01] /);
    }
  });

  test.concurrent('in the middle of a body get 503, and nothing of the body is stored', async () => {
    const { received, closed } = await open(portOf(usual), post(usual, 100, '{"name":"half'));
    await until(() => closed() !== undefined, 'it is not closed');
    expect(received()).toStartWith('HTTP/1.1 503 ');
    expect(received().toLowerCase()).toContain('connection: close');
    expect(closed()).toBeWithin(9_000, 30_000);
  });
});

describe('a signal to stop', () => {
  test.concurrent('keeps serving for the drain time, and asks every client to close its connection', async () => {
    const rockola = await startRockola({ ROCKOLA_DRAIN_SECONDS: '10' });
    const kept = await open(portOf(rockola), get('/livez'));
    const start = performance.now();
    const ended = rockola.end('SIGTERM');
    await until(() => rockola.output().includes('stopping'), 'it does not stop');
    rockola.process.kill('SIGHUP');
    const late = await open(portOf(rockola), get('/livez'));
    await until(() => late.received().startsWith('HTTP/1.1 200 '), 'it is not answered');
    const [ready, read, alive] = await Promise.all(['/readyz', '/api/v1/artists', '/livez'].map((path) => fetch(rockola.url + path)));
    expect([ready?.status, read?.status, alive?.status]).toEqual([503, 200, 200]);
    for (const answer of [ready, read, alive]) expect(answer?.headers.get('connection')).toBe('close');
    const made = await rockola.send('POST', '/artists', { name: 'x' });
    expect(made.status).toBe(201);
    await ended;
    expect(performance.now() - start).toBeWithin(9_900, 40_000);
    await until(() => kept.closed() !== undefined, 'it is not closed');
    await rejectionOf(fetch(`${rockola.url}/livez`));
    for (const once of ['"msg":"stopping: requests under way may finish"', '"signal":"SIGTERM"', '"msg":"stopped"'])
      expect(rockola.output().split(once)).toHaveLength(2);
    await rockola.stop();
  });

  test.concurrent('sent twice ends the service at once, with a code other than 0, and loses no change that was answered', async () => {
    const rockola = await startRockola({ ROCKOLA_DRAIN_SECONDS: '50', ROCKOLA_STARTER: 'off' });
    await rockola.end('SIGINT');
    for (const [first, second] of [
      ['SIGTERM', 'SIGTERM'],
      ['SIGTERM', 'SIGINT'],
      ['SIGINT', 'SIGINT'],
    ] as const) {
      const { url, process: child, output } = await launch(rockola.env, commandOf('serve'));
      const { socket } = await open(Number(new URL(url).port), post(rockola, 100, '{"name":"half'));
      const headers = { 'X-API-Key': rockola.adminKey, 'Content-Type': 'application/json' };
      const made = await fetch(`${url}/api/v1/artists`, { method: 'POST', headers, body: JSON.stringify({ name: `${first} ${second}` }) });
      expect(made.status).toBe(201);
      child.kill(first);
      await until(() => output().includes('stopping'), 'it does not stop');
      const start = performance.now();
      child.kill(second);
      expect([await child.exited, performance.now() - start < 30_000]).toEqual([1, true]);
      expect(output()).toContain('the service ends at once');
      socket.destroy();
    }
    await rockola.restart();
    expect((await rockola.call('GET', '/api/v1/artists')).json.meta.total).toBe(3n);
    expect((await rockola.cli(['check'])).code).toBe(0);
    await rockola.end('SIGINT');
    await rockola.stop();
  });

  test.concurrent('is not SIGHUP, SIGUSR1 or SIGUSR2: the service only logs that they change nothing', async () => {
    const rockola = await startRockola();
    for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2'] as const) {
      rockola.process.kill(signal);
      await until(() => rockola.output().includes(`"signal":"${signal}","msg":"the signal changes nothing`), 'the log does not say so');
      expect((await rockola.call('GET', '/api/v1/artists')).status).toBe(200);
    }
    await rockola.stop();
  });

  test.concurrent('from a terminal does not wait for idle clients, and waits six seconds for a request under way', async () => {
    const rockola = await startRockola({ ROCKOLA_DRAIN_SECONDS: '50', ROCKOLA_METRICS_PORT: '0' });
    const idle = performance.now();
    await rockola.restart('SIGINT');
    expect(performance.now() - idle).toBeLessThan(30_000);
    let hanging = await hang(rockola);
    await until(async () => {
      // On a busy machine the request may be over before the metric is read.
      if (hanging.closed() !== undefined) hanging = await hang(rockola);
      return (await metric(rockola, 'rockola_http_requests_under_way')) === 1;
    }, 'no request is under way');
    const start = performance.now();
    await rockola.end('SIGINT');
    expect(performance.now() - start).toBeWithin(4_000, 20_000);
    await until(() => hanging.closed() !== undefined, 'it is not closed');
    await rockola.stop();
  });
});

describe('a start', () => {
  test.concurrent('that cannot listen says why and what to do', async () => {
    const port = portOf(usual);
    const other = { DATABASE_URL: `sqlite:${join(folder, 'other.db')}`, HOME: folder };
    const taken = await runToEnd({ ...other, PORT: String(port) });
    expect([taken.code, taken.err]).toEqual([1, expect.stringContaining(`Port ${port} on 127.0.0.1 is in use.`)]);
    expect(taken.err).toContain(`PORT=${port + 1} npm start`);
  });

  test.concurrent('shows all addresses as they were set', async () => {
    const rockola = await startRockola({
      HOST: '::1',
      ROCKOLA_PUBLIC_URL: 'https://rock.example.org/catalogue',
      ROCKOLA_METRICS_PORT: '0',
      SMTP_URL: 'smtp://user:secret@mail.example.org:2525',
      ROCKOLA_MAIL_FROM: 'rockola@example.org',
      ROCKOLA_VERIFY: 'writing',
    });
    const output = rockola.output();
    for (const line of [
      /^Rockola is at {3}https:\/\/rock\.example\.org\/catalogue$/m,
      /^ {2}API {11}https:\/\/rock\.example\.org\/catalogue\/api\/v1\/artists$/m,
      /^ {2}Listening {5}http:\/\/\[::1\]:\d+$/m,
      /^ {2}Metrics {7}http:\/\/127\.0\.0\.1:\d+\/metrics$/m,
      /^ {2}API docs {6}https:\/\/rock\.example\.org\/catalogue\/docs$/m,
      /^ {2}Store {9}\/.*rockola\.db$/m,
      /^ {2}Mail {10}through mail\.example\.org:2525, from rockola@example\.org$/m,
    ])
      expect(output).toMatch(line);
    expect(output).not.toContain('secret');
    expect(output).not.toContain('no mail is sent');
    await rockola.stop();
  });

  test.concurrent('says how to confirm addresses if they must be confirmed and no mail is sent', async () => {
    const rockola = await startRockola({ ROCKOLA_VERIFY: 'writing', ROCKOLA_DOCS: 'off' });
    expect(rockola.output()).toContain('rockola -- account verify EMAIL');
    for (const absent of ['API docs', 'Metrics', 'Mail ']) expect(rockola.output()).not.toContain(absent);
    await rockola.stop();
  });

  test.concurrent('makes files for its owner only', async () => {
    const rockola = await startRockola();
    const stored = () => readdirSync(rockola.folder).filter((name) => name.startsWith('rockola'));
    const modes = () => Object.fromEntries(stored().map((name) => [name, statSync(join(rockola.folder, name)).mode & 0o077]));
    expect(Object.keys(modes())).toEqual(expect.arrayContaining(['rockola.db', 'rockola.db.sock']));
    for (const [name, mode] of Object.entries(modes())) expect([name, mode]).toEqual([name, 0]);
    await rockola.stop();
  });
});

test.concurrent('SIGTERM to npm start stops the server, and a file .env is read, but the environment comes first', async () => {
  const home = mkdtempSync(join(folder, 'npm-'));
  const root = new URL('../..', import.meta.url).pathname;
  for (const name of ['src', 'starter', 'node_modules', 'package.json', 'tsconfig.json']) symlinkSync(join(root, name), join(home, name));
  writeFileSync(join(home, '.env'), 'PORT=1\nROCKOLA_DRAIN_SECONDS=0\n');
  const env = { PATH: process.env.PATH ?? '', HOME: home, PORT: '0', DATABASE_URL: `sqlite:${join(home, 'r.db')}` };
  const child = Bun.spawn(['npm', 'start'], { cwd: home, env, stdout: 'pipe', stderr: 'pipe' });
  let err = '';
  const reading = (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) err += text;
  })();
  await until(() => /Store .*\n/.test(err), 'it does not start');
  const url = /Listening +(\S+)/.exec(err)?.[1] as string;
  child.kill('SIGTERM');
  const [out, code] = await Promise.all([child.stdout.text(), child.exited, reading]);
  expect([code, url.endsWith(':1'), out.includes('"ROCKOLA_DRAIN_SECONDS":"0"'), out.includes('"msg":"stopped"')]).toEqual([
    0,
    false,
    true,
    true,
  ]);
  await rejectionOf(fetch(`${url}/livez`));
});

test.concurrent('the service is not ready before its first start is complete', async () => {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const starting = startRockola({ PORT: String(port) });
  const isReady = async () => {
    const answer = await fetch(`${base}/readyz`);
    await answer.text();
    return answer.ok;
  };
  await until(() => isReady().catch(() => false), 'it is not ready');
  const { meta } = (await (await fetch(`${base}/api/v1/artists`)).json()) as { meta: { total: number } };
  expect(meta.total).toBeGreaterThan(300);
  await (await starting).stop();
});
