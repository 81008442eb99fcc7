import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Rockola } from '../../support/harness.ts';
import type { Ledger } from '../../support/ledger/ledger.ts';
import { startWriters } from '../../support/ledger/writers.ts';
import { until } from '../until.ts';
import { entryOf } from '../withService.ts';
import { type CopyVerdict, tryCopy } from './copies.ts';

/** The verdict on a backup. The killed backup before it left an unfinished file (`midway`), or a file under its final name (`left`). */
export type Round = CopyVerdict & { serverKilled: boolean; midway: boolean; left: boolean };

const writers = 16;
const main = entryOf('../../src/main.ts');

/** Makes one backup that is killed and one that is not, under load, and restores the resulting files. */
export async function backUp(service: Rockola, label: string, killServer: boolean, ledger: Ledger): Promise<Round> {
  const file = join(service.folder, `${label}.db`);
  const load = startWriters(service, writers, label);
  await Bun.sleep(200);
  const killed = await killBackup(service, file);
  const begunAt = performance.now();
  const backup = startBackup(service, file);
  if (killServer) await until(() => isUnderWay(file, backup) || existsSync(file), 'no backup was begun');
  const serverKilled = killServer && isUnderWay(file, backup);
  if (serverKilled) await service.restart('SIGKILL');
  const errors = (await backup.exited) === 0 ? [] : [`backup: ${await backup.stderr.text()}`];
  await Bun.sleep(100);
  ledger.push(...(await load.stop()));
  const { lost, broken } = await tryCopy(service, { file, begunAt }, ledger);
  rmSync(file, { force: true });
  const left = killed.left ? ['a backup that was killed left a file under its final name'] : [];
  const faults = [...left, ...errors, ...broken].map((fault) => `${label}: ${fault}`);
  return { lost, broken: faults, ...killed, serverKilled };
}

/** The writes that a copy of the store's file alone lacks, since they are in the log next to it. */
export async function copyFileAlone(service: Rockola, label: string, ledger: Ledger): Promise<CopyVerdict> {
  const file = join(service.folder, `${label}.db`);
  const load = startWriters(service, writers, label);
  await Bun.sleep(500);
  const begunAt = performance.now();
  copyFileSync(join(service.folder, 'rockola.db'), file);
  ledger.push(...(await load.stop()));
  return tryCopy(service, { file, begunAt }, ledger);
}

function startBackup({ env }: Rockola, file: string) {
  return Bun.spawn([process.execPath, main, 'backup', file], { env, stdin: 'ignore', stdout: 'ignore', stderr: 'pipe' });
}

function isUnderWay(file: string, { pid }: { pid: number }): boolean {
  return existsSync(`${file}.${pid}.unfinished`);
}

/** Kills a backup while it writes. A file under the final name is then a fault, unless the kill came too late. */
async function killBackup(service: Rockola, file: string): Promise<{ midway: boolean; left: boolean }> {
  const backup = startBackup(service, file);
  await until(() => isUnderWay(file, backup) || existsSync(file), 'no backup was begun');
  await Bun.sleep(Math.random() * 20);
  backup.kill('SIGKILL');
  await backup.exited;
  const midway = isUnderWay(file, backup);
  const left = midway && existsSync(file);
  rmSync(file, { force: true });
  return { midway, left };
}
