import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { completions, documents, units } from './archive.ts';
import type { Target } from './executable.ts';
import { run } from './run.ts';

/** Where the shells of Debian look for completions. */
const completionFolders = {
  bash: 'usr/share/bash-completion/completions',
  zsh: 'usr/share/zsh/vendor-completions',
  fish: 'usr/share/fish/vendor_completions.d',
};

/** @returns the package, or undefined where it is none of Debian's targets or `dpkg-deb` is not here */
export function makeDebianPackage(dist: string, folder: string, { debian }: Target, version: string): string | undefined {
  if (!debian || !Bun.which('dpkg-deb')) return undefined;
  const root = `${dist}/debian-root`;
  rmSync(root, { recursive: true, force: true });
  put(`${folder}/rockola`, `${root}/usr/lib/rockola/rockola`, 0o755);
  put('packaging/debian/rockola', `${root}/usr/bin/rockola`, 0o755);
  for (const unit of units) put(`packaging/${unit}`, `${root}/usr/lib/systemd/system/${unit}`);
  put('packaging/rockola.env', `${root}/etc/rockola/rockola.env`, 0o640);
  for (const document of documents) put(document, `${root}/usr/share/doc/rockola/${documentName(document)}`);
  for (const [shell, file] of Object.entries(completions))
    put(`${folder}/completions/${file}`, `${root}/${completionFolders[shell as keyof typeof completions]}/${file}`);
  for (const script of ['postinst', 'prerm', 'postrm']) put(`packaging/debian/${script}`, `${root}/DEBIAN/${script}`, 0o755);
  put('packaging/debian/conffiles', `${root}/DEBIAN/conffiles`);
  writeFileSync(`${root}/DEBIAN/control`, control(debian, version, statSync(`${folder}/rockola`).size));
  const file = `${dist}/rockola_${version}_${debian}.deb`;
  run(['dpkg-deb', '--root-owner-group', '-Zgzip', '--build', root, file]);
  rmSync(root, { recursive: true });
  return file;
}

function documentName(document: string): string {
  if (document === 'LICENSE') return 'copyright';
  return document.startsWith('starter/') ? 'starter.md' : document.replace(/^(docs|packaging)\//, '');
}

function put(from: string, to: string, mode = 0o644): void {
  mkdirSync(to.slice(0, to.lastIndexOf('/')), { recursive: true, mode: 0o755 });
  cpSync(from, to);
  chmodSync(to, mode);
}

/** The size is in KiB, as Debian's policy says (5.6.20). */
function control(architecture: string, version: string, bytes: number): string {
  const facts: Record<string, string> = { version, architecture, size: String(Math.ceil(bytes / 1024)) };
  return readFileSync('packaging/debian/control', 'utf8').replace(/\{(\w+)\}/g, (_, name: string) => facts[name] ?? '');
}
