import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import type { Target } from './executable.ts';
import { run } from './run.ts';

/** Documents that travel with the program. */
export const documents = [
  'LICENSE',
  'README.md',
  'CHANGELOG.md',
  'docs/operating.md',
  'docs/install.md',
  'docs/upgrade.md',
  'docs/watching.md',
  'docs/postgresql.md',
  'docs/api.md',
  'packaging/rockola.rules.yml',
  'starter/README.md',
];

/** What systemd runs: the service, and its backups. */
export const units = ['rockola.service', 'rockola-backup.service', 'rockola-backup.timer'];

/** Files of a shell's completions, as the shells look for them. */
export const completions = { bash: 'rockola', zsh: '_rockola', fish: 'rockola.fish' };

/** Puts what belongs to it next to the executable, and all of it in an archive. @returns the archive */
export function makeArchive(dist: string, folder: string, { name }: Target, version: string): string {
  for (const document of documents) cpSync(document, `${folder}/${document.replace(/^(docs|packaging)\//, '').replace('/', '-')}`);
  for (const unit of units) cpSync(`packaging/${unit}`, `${folder}/${unit}`);
  mkdirSync(`${folder}/completions`);
  for (const [shell, file] of Object.entries(completions))
    writeFileSync(`${folder}/completions/${file}`, run([process.execPath, 'src/main.ts', 'completion', shell]));
  const archive = `${dist}/rockola-${version}-${name}.tar.gz`;
  run(['tar', '--owner=0', '--group=0', '--sort=name', '-czf', archive, '-C', dist, `rockola-${name}`]);
  return archive;
}
