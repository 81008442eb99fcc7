import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { targets } from './executable.ts';
import { makePackages } from './packages.ts';

// `npm run test:package`: makes and tests the packages of this machine, and runs API and HTTP tests of the source against the
// executable, on SQLite; some of them with two threads that answer requests.
const folder = mkdtempSync(join(tmpdir(), 'rockola-package-'));
const [target] = targets([]);
const program = join(folder, `rockola-${target?.name}`, 'rockola');
const api = ['artists', 'albums', 'accounts', 'keys', 'cli', 'history', 'start', 'search'].map((name) => `./test/api/${name}.test.ts`);
const http = ['routes', 'log', 'traces'].map((name) => `./test/http/${name}.test.ts`);
try {
  await makePackages(folder, targets([]));
  const codes = [
    await run(['./test/package'], { TEST_PACKAGES: folder }),
    await run([...api, ...http], { TEST_PROGRAM: program }),
    await run(['./test/api/artists.test.ts', './test/http/routes.test.ts'], { TEST_PROGRAM: program, TEST_THREADS: '2' }),
  ];
  process.exitCode = Math.max(...codes);
} finally {
  rmSync(folder, { recursive: true });
}

function run(files: string[], env: Record<string, string>): Promise<number> {
  const command = [process.execPath, 'test', '--timeout', '240000', ...files];
  return Bun.spawn(command, { env: { ...process.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] }).exited;
}
