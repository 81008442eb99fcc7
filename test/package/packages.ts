import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targets } from '../../scripts/package/executable.ts';
import { makePackages } from '../../scripts/package/packages.ts';

/** The folder of this machine's packages: those of `npm run test:package`, or else made for this file. */
export const packages = process.env.TEST_PACKAGES ?? (await make());
const [target] = targets([]);
/** The unpacked archive. */
export const unpacked = join(packages, `rockola-${target?.name}`);
export const executable = join(unpacked, 'rockola');

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-package-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await makePackages(folder, targets([]));
  return folder;
}

/** Runs a shell script as root with mounts of its own. `canMount`: whether the system allows that. */
export const inOwnMounts = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-euc'];
export const canMount = Bun.which('unshare') !== null && Bun.spawnSync([...inOwnMounts, 'mount -t tmpfs none /mnt']).exitCode === 0;
