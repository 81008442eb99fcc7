import { mkdirSync, rmSync } from 'node:fs';
import { version } from '../../src/version.ts';
import { makeArchive } from './archive.ts';
import { makeDebianPackage } from './debian.ts';
import { makeExecutable, targets } from './executable.ts';

// `npm run package`: makes dist/, with an executable, an archive and a Debian package for this machine, or for each target that is named.
const dist = 'dist';
rmSync(dist, { recursive: true, force: true });
mkdirSync(dist);
const made: string[] = [];
for (const target of targets(process.argv.slice(2))) {
  const folder = `${dist}/rockola-${target.name}`;
  console.log(`Making rockola ${version} for ${target.name} …`);
  await makeExecutable(target, folder);
  made.push(`${folder}/rockola`, makeArchive(dist, folder, target, version));
  const debian = makeDebianPackage(dist, folder, target, version);
  if (debian) made.push(debian);
  else if (target.debian) console.log('dpkg-deb is not here, so no Debian package is made. Install dpkg to get it.');
}
console.log(`\nMade:\n${made.map((file) => `  ${file}  ${Math.round(Bun.file(file).size / 2 ** 20)} MiB`).join('\n')}`);
