import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

type Lock = { packages: Record<string, { version: string; integrity: string }> };

/**
 * Fetches the native code for another machine to where the bundler finds it: npm installs only the code for its own machine.
 *
 * @param name of the package, which must be what the lock file says
 */
export function fetchNative(name: string): void {
  const place = `node_modules/@node-rs/${name}`;
  if (existsSync(place)) return;
  const locked = (JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock).packages[place];
  if (!locked) throw new Error(`${place} is not in package-lock.json.`);
  const folder = mkdtempSync(join(tmpdir(), 'rockola-native-'));
  try {
    const packed = run(['npm', 'pack', '--json', '--pack-destination', folder, `@node-rs/${name}@${locked.version}`]);
    const [{ filename, integrity }] = JSON.parse(packed) as [{ filename: string; integrity: string }];
    if (integrity !== locked.integrity) throw new Error(`@node-rs/${name} is not what package-lock.json says.`);
    mkdirSync(place);
    run(['tar', '-xzf', join(folder, filename), '-C', place, '--strip-components=1']);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
