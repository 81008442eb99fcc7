import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { ask, engine, serverUrl } from './databases.ts';
import type { Rockola } from './harness.ts';

/**
 * Copies the store only with the tools of the engine, like a copied file or a recovery to a point in time. The program must not run.
 *
 * @returns a function that restores the copy
 */
export async function keepCopy(rockola: Rockola): Promise<() => Promise<void>> {
  const address = rockola.env.DATABASE_URL ?? '';
  if (engine === 'postgres') return keepDatabase(new URL(address).pathname.slice(1));
  const path = address.slice('sqlite:'.length);
  copyFileSync(path, `${path}.kept`);
  if (existsSync(`${path}-wal`)) throw new Error('the store was not closed in order');
  return async () => {
    for (const suffix of ['-wal', '-shm']) rmSync(path + suffix, { force: true });
    copyFileSync(`${path}.kept`, path);
  };
}

async function keepDatabase(name: string): Promise<() => Promise<void>> {
  const server = serverUrl();
  await ask(server, `create database ${name}_kept template ${name}`);
  return async () => {
    await ask(server, `drop database ${name} with (force)`);
    await ask(server, `alter database ${name}_kept rename to ${name}`);
  };
}

/** Restores a backup of a SQLite store, and starts again. @returns the output of the restore */
export async function restoreBackup(rockola: Rockola, backup: string): Promise<string> {
  await rockola.end();
  const { code, out, err } = await rockola.cli(['restore', backup]);
  if (code !== 0) throw new Error(`the backup was not restored: ${err}`);
  await rockola.restart();
  return out;
}
