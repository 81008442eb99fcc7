import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Build } from './build.ts';
import { putDocuments } from './documents.ts';
import type { Target } from './executable.ts';
import { manualPage } from './manual.ts';
import { run } from './run.ts';

/** The units of systemd: the service, its backups, and dumps of PostgreSQL. */
export const units = ['rockola.service', 'rockola-backup.service', 'rockola-backup.timer', 'rockola-dump.service', 'rockola-dump.timer'];

/** Files of a shell's completions, as the shells look for them. */
export const completions = { bash: 'rockola', zsh: '_rockola', fish: 'rockola.fish' };

/** Puts documents, units and completions next to the executable, and packs the folder. @returns the archive */
export function makeArchive(dist: string, folder: string, { name }: Target, build: Build): string {
  putDocuments(folder);
  mkdirSync(`${folder}/systemd`);
  for (const unit of units) cpSync(`packaging/${unit}`, `${folder}/systemd/${unit}`);
  for (const file of ['rockola.env', 'rockola-dump']) cpSync(`packaging/${file}`, `${folder}/${file}`);
  writeFileSync(`${folder}/rockola.1`, manualPage(build));
  mkdirSync(`${folder}/completions`);
  for (const [shell, file] of Object.entries(completions))
    writeFileSync(`${folder}/completions/${file}`, run([process.execPath, 'src/main.ts', 'completion', shell]));
  const archive = `${dist}/rockola-${build.version}-${name}.tar.gz`;
  const reproducible = ['--owner=0', '--group=0', '--sort=name', `--mtime=${build.time.toISOString()}`];
  run(['tar', ...reproducible, '-czf', archive, '-C', dist, `rockola-${name}`]);
  return archive;
}
