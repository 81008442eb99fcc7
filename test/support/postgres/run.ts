import { keepFilesInMemory } from '../inMemory.ts';
import { killWithThisProcess } from '../orphans.ts';
import { startPostgres } from './server.ts';

/**
 * Runs a command with TEST_DATABASE_URL set to a PostgreSQL server. If the variable is not set, starts a server for this run.
 * `bun test/support/postgres/run.ts bun test …`
 */
const { TMPDIR: ofCommand } = process.env;
keepFilesInMemory();
const given = process.env.TEST_DATABASE_URL;
const server = given
  ? { url: given, stop: async () => {} }
  : await startPostgres(['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']);
const child = killWithThisProcess(
  Bun.spawn(process.argv.slice(2), {
    env: { ...process.env, TMPDIR: ofCommand, TEST_DATABASE_URL: server.url },
    stdio: ['ignore', 'inherit', 'inherit'],
  }),
);
const code = await child.exited;
await server.stop();
process.exit(code);
