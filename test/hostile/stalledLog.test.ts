import { afterEach, expect, test } from 'bun:test';
import { closeSync, constants, mkdtempSync, openSync, readFileSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mountSmallDisk } from '../faults/diskFull/smallDisk.ts';
import { until } from '../faults/until.ts';
import { commandOf, type Rockola, startRockola } from '../support/harness.ts';
import { openConnection, requestOf } from '../support/load/connection.ts';
import { metric } from '../support/metric.ts';
import { freePort } from '../support/postgres/server.ts';

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanUps.splice(0).toReversed()) await step();
});

const live = requestOf('GET', '/livez');
/** Successful probes are logged only at this level. */
const level = { ROCKOLA_LOG_LEVEL: 'debug' };
/** In ms. An answer, or an end, that waited for the reader of the log would never come. */
const soon = 15_000;

async function start(stdout: number): Promise<Rockola> {
  const rockola = await startRockola({ ROCKOLA_STARTER: 'off', ROCKOLA_METRICS_PORT: '0', ...level }, { stdout });
  cleanUps.push(() => rockola.stop());
  return rockola;
}

/** Starts the program with an output that does not reach anyone. */
async function startUnheard(streams: object): Promise<{ url: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-test-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  const port = await freePort();
  const store = { DATABASE_URL: `sqlite:${join(folder, 'rockola.db')}`, ROCKOLA_STARTER: 'off' };
  const env = { PORT: String(port), ...store, ROCKOLA_LIMITS: 'off', ...level };
  const child = Bun.spawn(commandOf('serve'), { env, stdin: 'ignore', ...streams });
  cleanUps.push(async () => {
    child.kill('SIGTERM');
    expect(await child.exited).toBe(0);
  });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(isUp, 'the program does not serve');
  return { url };
}

/** A named pipe, so that the test can close both ends. */
function makePipe(): { read: number; write: number } {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-pipe-'));
  cleanUps.push(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'pipe');
  if (Bun.spawnSync(['mkfifo', path]).exitCode !== 0) throw new Error('no pipe could be made');
  const read = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return { read, write: openSync(path, 'w') };
}

/** Calls /livez on one connection, one after the other. @returns the longest wait, in ms */
async function ask({ url }: { url: string }, times: number): Promise<number> {
  const connection = await openConnection(Number(new URL(url).port));
  let longest = 0;
  for (let i = 0; i < times; i++) {
    const reply = await Promise.race([connection.send(live), Bun.sleep(soon)]);
    if (reply?.status !== 200) throw new Error(`/livez did not answer after ${i} requests`);
    longest = Math.max(longest, reply.ms);
  }
  connection.end();
  return longest;
}

const dropped = (rockola: Rockola) => metric(rockola, 'rockola_log_lines_dropped_total');

/** Sends requests on eight connections until lines are dropped. */
async function overflow(rockola: Rockola): Promise<void> {
  const connections = Array.from({ length: 8 }, async () => {
    while ((await dropped(rockola)) === 0) await ask(rockola, 500);
  });
  await Promise.all(connections);
}

/** Reads the available output until it contains the expected text. */
async function readUntil(descriptor: number, awaited: string): Promise<string[]> {
  const bytes = Buffer.alloc(1024 * 1024);
  let text = '';
  await until(() => {
    try {
      text += bytes.toString('latin1', 0, readSync(descriptor, bytes));
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error;
    }
    return text.includes(awaited) && text.endsWith('\n');
  }, `no ${awaited} in the log`);
  return text.trimEnd().split('\n');
}

test('a stalled reader delays no request, and dropped lines are reported once, in their place', async () => {
  const pipe = makePipe();
  const rockola = await start(pipe.write);
  closeSync(pipe.write);
  expect(await ask(rockola, 5_000)).toBeLessThan(soon);
  expect(await dropped(rockola)).toBe(0);
  await overflow(rockola);
  expect(await ask(rockola, 100)).toBeLessThan(soon);
  const before = await dropped(rockola);
  const lines = await readUntil(pipe.read, 'lines were dropped before this one');
  const entries = lines.map((line) => JSON.parse(line));
  const from = entries.findIndex(({ msg }) => msg.startsWith('lines are dropped from here on'));
  expect(entries[from + 1]).toMatchObject({ level: 'warn', dropped: before, msg: 'lines were dropped before this one' });
  expect(entries.filter(({ msg }) => msg.includes('dropped'))).toHaveLength(2);
  expect(from).toBeGreaterThan(5_000);
  const { headers } = await rockola.call('GET', '/livez');
  await readUntil(pipe.read, headers.get('x-request-id') as string);
  await until(() => rockola.output().includes(`${before} were dropped`), 'the terminal does not tell how many were dropped');
  expect(rockola.output().match(/lines of the log/g)).toHaveLength(2);
});

test('a stalled reader does not delay the shutdown, and every written line is whole', async () => {
  const pipe = makePipe();
  const rockola = await start(pipe.write);
  closeSync(pipe.write);
  await ask(rockola, 2_000);
  const from = performance.now();
  cleanUps.pop();
  await rockola.stop();
  expect(performance.now() - from).toBeLessThan(soon);
  const bytes = Buffer.alloc(1024 * 1024);
  const lines = bytes.toString('latin1', 0, readSync(pipe.read, bytes)).split('\n');
  expect(lines.pop()).toBe('');
  const [first, ...others] = lines.map((line) => JSON.parse(line).msg);
  expect([first, ...new Set(others)]).toEqual(['starting', 'ready', 'request']);
});

test('the last lines of the log are written before the program ends', async () => {
  const pipe = makePipe();
  const rockola = await start(pipe.write);
  closeSync(pipe.write);
  cleanUps.pop();
  await rockola.stop();
  const lines = await readUntil(pipe.read, '"stopped"');
  expect(JSON.parse(lines.at(-1) as string).msg).toBe('stopped');
});

test('a service starts while nobody reads its output, and writes it once somebody does', async () => {
  const pipe = makePipe();
  // These bytes fill the pipe: it holds fewer.
  const other = Bun.spawn(['head', '-c', '2000000', '/dev/zero'], { stdout: pipe.write });
  cleanUps.push(() => other.kill());
  const rockola = await startUnheard({ stdout: pipe.write, stderr: pipe.write });
  closeSync(pipe.write);
  expect(await ask(rockola, 2_000)).toBeLessThan(soon);
  await readUntil(pipe.read, 'rka_');
});

test('a paused terminal delays no request', async () => {
  let shown = '';
  const terminal = new Bun.Terminal({
    data(_, bytes) {
      shown += Buffer.from(bytes).toString('latin1');
    },
  });
  cleanUps.push(() => terminal.close());
  const rockola = await startUnheard({ terminal });
  await until(() => shown.includes('Listening'), 'no welcome');
  terminal.write('\x13');
  expect(await ask(rockola, 5_000)).toBeLessThan(soon);
  const paused = shown;
  await Bun.sleep(300);
  expect(shown).toBe(paused);
  terminal.write('\x11');
  await until(() => shown.split('/livez').length > 5_000, 'the log did not go on');
});

test('the service survives the end of its log’s reader', async () => {
  const pipe = makePipe();
  const rockola = await start(pipe.write);
  closeSync(pipe.write);
  await ask(rockola, 10);
  closeSync(pipe.read);
  expect(await ask(rockola, 2_000)).toBeLessThan(soon);
  await Bun.sleep(300);
  expect(await ask(rockola, 10)).toBeLessThan(soon);
});

const disk = mountSmallDisk(1);

test.skipIf(!disk)('the service survives a full disk, and its lines continue once there is room', async () => {
  if (!disk) return;
  cleanUps.push(disk.unmount);
  const path = join(disk.folder, 'log');
  const file = openSync(path, 'a');
  const rockola = await start(file);
  closeSync(file);
  await ask(rockola, 10);
  disk.fill();
  expect(await ask(rockola, 2_000)).toBeLessThan(soon);
  await Bun.sleep(300);
  disk.free();
  const { headers } = await rockola.call('GET', '/livez');
  await until(() => readFileSync(path, 'utf8').includes(headers.get('x-request-id') as string), 'the log did not go on');
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  for (const line of lines) expect(JSON.parse(line).level).toBeOneOf(['info', 'debug']);
  expect(lines.length).toBeGreaterThan(2_010);
});
