import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeExecutable, type Target, targets } from './executable.ts';

// `npm run test:package`: makes an executable and holds it against the contract, on SQLite, with the tests of the source.
const [target] = targets([]) as [Target];
const folder = mkdtempSync(join(tmpdir(), 'rockola-package-'));
try {
  await makeExecutable(target, folder);
  const env = { ...process.env, TEST_PROGRAM: join(folder, 'rockola') };
  const files = ['artists', 'albums', 'accounts', 'keys', 'cli', 'history', 'start'].map((name) => `./test/api/${name}.test.ts`);
  const tests = Bun.spawn(
    [process.execPath, 'test', '--timeout', '60000', ...files, './test/http/routes.test.ts', './test/http/log.test.ts'],
    {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  );
  process.exitCode = await tests.exited;
} finally {
  rmSync(folder, { recursive: true });
}
