import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { completions, units } from './archive.ts';
import type { Build } from './build.ts';
import { putDocuments } from './documents.ts';
import type { Target } from './executable.ts';
import { manualPage } from './manual.ts';
import { run } from './run.ts';

/** Where the shells of Debian look for completions. */
const completionFolders = {
  bash: 'usr/share/bash-completion/completions',
  zsh: 'usr/share/zsh/vendor-completions',
  fish: 'usr/share/fish/vendor_completions.d',
};

/** @returns the package, or undefined if Debian has no such target or `dpkg-deb` is not installed */
export function makeDebianPackage(dist: string, folder: string, { debian }: Target, build: Build): string | undefined {
  if (!debian || !Bun.which('dpkg-deb')) return undefined;
  const root = `${dist}/debian-root`;
  rmSync(root, { recursive: true, force: true });
  put(`${folder}/rockola`, `${root}/usr/lib/rockola/rockola`, 0o755);
  put('packaging/rockola-dump', `${root}/usr/lib/rockola/rockola-dump`, 0o755);
  put('packaging/debian/rockola', `${root}/usr/bin/rockola`, 0o755);
  for (const unit of units) put(`packaging/${unit}`, `${root}/usr/lib/systemd/system/${unit}`);
  put('packaging/rockola.env', `${root}/usr/share/rockola/rockola.env`);
  for (const [shell, file] of Object.entries(completions))
    put(`${folder}/completions/${file}`, `${root}/${completionFolders[shell as keyof typeof completions]}/${file}`);
  putDebianDocuments(root, build);
  for (const script of ['postinst', 'prerm', 'postrm']) put(`packaging/debian/${script}`, `${root}/DEBIAN/${script}`, 0o755);
  const bytes = statSync(`${folder}/rockola`).size;
  // In KiB, as Debian's policy says (5.6.20).
  write(`${root}/DEBIAN/control`, filled('control', { ...build, architecture: debian, size: String(Math.ceil(bytes / 1024)) }));
  // Fixed modes, so that the builder's umask has no effect.
  run(['chmod', '-R', 'u=rwX,go=rX', root]);
  const file = `${dist}/rockola_${build.version}_${debian}.deb`;
  run(['dpkg-deb', '--root-owner-group', '-Zgzip', '--build', root, file]);
  rmSync(root, { recursive: true });
  return file;
}

/** Adds the documents, and the further ones that Debian's policy requires. */
function putDebianDocuments(root: string, build: Build): void {
  const folder = `${root}/usr/share/doc/rockola`;
  putDocuments(folder);
  rmSync(`${folder}/LICENSE`);
  put('packaging/debian/copyright', `${folder}/copyright`);
  write(
    `${folder}/changelog.gz`,
    Bun.gzipSync(filled('changelog', { ...build, date: build.time.toUTCString().replace('GMT', '+0000') }), { level: 9 }),
  );
  write(`${root}/usr/share/man/man1/rockola.1.gz`, Bun.gzipSync(manualPage(build), { level: 9 }));
  put('packaging/debian/lintian-overrides', `${root}/usr/share/lintian/overrides/rockola`);
}

function put(from: string, to: string, mode = 0o644): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  cpSync(from, to);
  chmodSync(to, mode);
}

function write(to: string, content: string | Uint8Array): void {
  mkdirSync(dirname(to), { recursive: true, mode: 0o755 });
  writeFileSync(to, content);
}

/** A file of `packaging/debian/` with each `{name}` in it replaced. */
function filled(file: string, facts: Record<string, unknown>): string {
  return readFileSync(`packaging/debian/${file}`, 'utf8').replace(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''));
}
