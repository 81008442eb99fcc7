import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { output } from '../processes.ts';

export function folderOf(peer: string): string {
  return new URL(`./${peer}`, import.meta.url).pathname;
}

/** Installs a peer from npm by its lockfile, apart from the project's own packages. @throws where that cannot be done */
export async function installFromNpm(peer: string): Promise<void> {
  if (!Bun.which('node')) throw new Error('Node is not installed');
  const folder = folderOf(peer);
  if (existsSync(join(folder, 'node_modules', '.package-lock.json'))) return;
  await output('any', ['npm', 'ci'], { cwd: folder, env: networkEnv() });
}

/** The npm and proxy settings of this machine, which npm and the compilers that it calls need. */
function networkEnv(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => /^npm_config_|_proxy$/i.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}
