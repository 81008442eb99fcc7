import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { makeArchive } from './archive.ts';
import { readBuild } from './build.ts';
import { makeDebianPackage } from './debian.ts';
import { makeExecutable, type Target } from './executable.ts';

/** Makes a folder anew with an executable, an archive and a Debian package for each target, and their SHA-256. @returns the files */
export async function makePackages(dist: string, wanted: Target[]): Promise<string[]> {
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  const build = readBuild();
  const files: string[] = [];
  for (const target of wanted) {
    const folder = `${dist}/rockola-${target.name}`;
    console.log(`Making rockola ${build.version} for ${target.name} …`);
    await makeExecutable(target, folder, build);
    files.push(`${folder}/rockola`, makeArchive(dist, folder, target, build));
    const debian = makeDebianPackage(dist, folder, target, build);
    if (debian) files.push(debian);
    else if (target.debian) console.log('dpkg-deb is not here, so no Debian package is made. Install dpkg to get it.');
  }
  const sums = files.map(async (file) => `${await sha256(file)}  ${file.slice(dist.length + 1)}\n`);
  writeFileSync(`${dist}/SHA256SUMS`, (await Promise.all(sums)).join(''));
  return [...files, `${dist}/SHA256SUMS`];
}

async function sha256(file: string): Promise<string> {
  const hasher = new Bun.CryptoHasher('sha256');
  for await (const chunk of Bun.file(file).stream()) hasher.update(chunk);
  return hasher.digest('hex');
}
