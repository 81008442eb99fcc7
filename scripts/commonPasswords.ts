import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Makes src/model/commonPasswords.txt from an unpacked npm package:
 *
 *   npm pack @zxcvbn-ts/language-common@4.1.3 && tar xzf zxcvbn-ts-language-common-4.1.3.tgz
 *   bun scripts/commonPasswords.ts package
 */
const [folder] = process.argv.slice(2);
if (!folder) {
  console.error('Name the folder of the unpacked package: bun scripts/commonPasswords.ts package');
  process.exit(1);
}

/** No shorter password can be set, whatever the operator chooses. */
const shortest = 8;
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
const { name, version } = JSON.parse(read('package.json'));
const listed: string[] = JSON.parse(read('src/passwords.json'));
const passwords = new Set(
  listed.map((password) => password.normalize('NFKC').toLowerCase()).filter((password) => [...password].length >= shortest),
);
const header = [
  `The ${passwords.size} entries with at least ${shortest} characters of src/passwords.json in ${name} ${version},`,
  'made by scripts/commonPasswords.ts. Its licence (MIT):',
  '',
  ...read('LICENSE.txt').trim().split('\n'),
];
const lines = [...header.map((line) => `# ${line}`), ...passwords];
writeFileSync(new URL('../src/model/commonPasswords.txt', import.meta.url), `${lines.join('\n')}\n`);
console.log(`${passwords.size} passwords.`);
