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
  await output('any', ['npm', 'ci'], { cwd: folder, env: waysOut() });
}

/** What npm and the compilers it calls need to reach the outside, where this machine has a way of its own. */
function waysOut(): Record<string, string> {
  const entries = Object.entries(process.env).filter(([name]) => /^npm_config_|_proxy$/i.test(name));
  return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']));
}
