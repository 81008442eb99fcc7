import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Mistake, withMistake } from './mistake.ts';

/** A copy of the project in which mistakes can be made. */
export type Tree = {
  folder: string;
  read(file: string): string;
  /** Makes a mistake, and reverts it when the work is done. */
  withMistake<T>(mistake: Mistake, work: () => Promise<T>): Promise<T>;
  remove(): void;
};

/** @param project the folder of the project, whose packages the copy shares */
export function copyTree(project: string): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-mutation-'));
  for (const file of filesOf(project)) {
    mkdirSync(join(folder, dirname(file)), { recursive: true });
    copyFileSync(join(project, file), join(folder, file));
  }
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'));
  const read = (file: string) => readFileSync(join(folder, file), 'utf8');
  return {
    folder,
    read,
    async withMistake(mistake, work) {
      const before = read(mistake.file);
      writeFileSync(join(folder, mistake.file), withMistake(before, mistake));
      try {
        return await work();
      } finally {
        writeFileSync(join(folder, mistake.file), before);
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The files that Git tracks or would track. */
function filesOf(project: string): string[] {
  const { stdout } = Bun.spawnSync(['git', 'ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: project });
  return stdout
    .toString()
    .split('\0')
    .filter((file) => file !== '' && Bun.file(join(project, file)).size > 0);
}
