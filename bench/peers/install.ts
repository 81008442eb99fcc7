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
  await output('any', ['npm', 'ci'], { cwd: folder });
}
