import { targets } from './executable.ts';
import { makePackages } from './packages.ts';

// `npm run package`: makes dist/ for this machine, or for each target that is named.
const files = await makePackages('dist', targets(process.argv.slice(2)));
console.log(`\nMade:\n${files.map((file) => `  ${file}  ${Math.round(Bun.file(file).size / 2 ** 20)} MiB`).join('\n')}`);
