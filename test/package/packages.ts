import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targets } from '../../scripts/package/executable.ts';
import { makePackages } from '../../scripts/package/packages.ts';

/** The folder of the packages of this machine: those that `npm run test:package` made, or else made for the file that asks. */
export const packages = process.env.TEST_PACKAGES ?? (await make());
const [target] = targets([]);
/** What the archive holds, unpacked. */
export const unpacked = join(packages, `rockola-${target?.name}`);
export const executable = join(unpacked, 'rockola');

async function make(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-package-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  await makePackages(folder, targets([]));
  return folder;
}

/** What runs a shell script as root with mounts of its own, or undefined where the system forbids it. */
export const apart = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-euc'];
export const canBeApart = Bun.which('unshare') !== null && Bun.spawnSync([...apart, 'mount -t tmpfs none /mnt']).exitCode === 0;
