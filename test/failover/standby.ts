import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { account, type PgServer, startServer } from './pgServer.ts';

/** Files that a copy leaves out: those of the running server, and the log, which the copy streams separately. */
const notCopied = ['pg_wal', 'postmaster.pid', 'postmaster.opts', 'standby.signal', 'backup_label.old'];

/** Makes a streaming standby of a primary from a base backup. `name` identifies it to the primary. */
export async function startStandby(primary: PgServer, name: string, folder: string): Promise<PgServer> {
  await primary.query(`select pg_backup_start('${name}', true)`);
  await copyFiles(primary.folder, folder);
  const [backup] = await primary.query('select labelfile from pg_backup_stop(false)');
  await addFile(folder, 'backup_label', backup.labelfile);
  await addFile(folder, 'standby.signal', '');
  const { user, password } = account;
  return startServer(name, folder, [
    `primary_conninfo=host=127.0.0.1 port=${primary.port} user=${user} password=${password} application_name=${name}`,
  ]);
}

async function copyFiles(from: string, to: string): Promise<void> {
  const { uid, gid } = statSync(from);
  for (const folder of [to, join(to, 'pg_wal')]) {
    mkdirSync(folder, { mode: 0o700 });
    await chown(folder, uid, gid);
  }
  const parts = readdirSync(from).filter((part) => !notCopied.includes(part));
  const copy = Bun.spawn(['cp', '-a', ...parts.map((part) => join(from, part)), to], { stdio: ['ignore', 'ignore', 'pipe'] });
  if ((await copy.exited) !== 0) throw new Error(`the copy for a standby failed: ${await copy.stderr.text()}`);
}

async function addFile(folder: string, name: string, content: string): Promise<void> {
  const { uid, gid } = statSync(folder);
  writeFileSync(join(folder, name), content, { mode: 0o600 });
  await chown(join(folder, name), uid, gid);
}

/** Waits until a primary streams to a standby and, if it must wait for it, reports the standby as synchronous. */
export async function untilStreaming(primary: PgServer, standby: PgServer, synchronous: boolean): Promise<void> {
  const wanted = synchronous ? 'sync' : 'async';
  const state = `select sync_state from pg_stat_replication where application_name = '${standby.name}' and state = 'streaming'`;
  const isThere = async () => (await primary.query(state))[0]?.sync_state === wanted;
  await until(isThere, `${standby.name} did not become a standby (${wanted})`);
}
