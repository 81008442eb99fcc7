import { afterAll, expect, test } from 'bun:test';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { startRockola } from '../support/harness.ts';
import { randomFrom } from '../support/random.ts';
import { remedyWords } from '../support/remedyWords.ts';
import { seed } from '../support/seed.ts';

/** Whatever stands in place of a file of the store, each command ends, and names a remedy if it cannot continue. */
const folder = mkdtempSync(join(tmpdir(), 'rockola-spoiled-'));
const made = join(folder, 'made');
mkdirSync(made);
const rockola = await startRockola({ DATABASE_URL: `sqlite:${join(made, 'r.db')}`, ROCKOLA_STARTER: 'off' });
// Killed, so that the store keeps its write-ahead log.
await rockola.end('SIGKILL');
await rockola.stop();
rmSync(join(made, 'r.db.sock'), { force: true });
afterAll(() => rmSync(folder, { recursive: true }));

const random = randomFrom(seed);
const files = ['', '-wal', '-shm', '.lock', '.sock', '.reserve', '.backup', '.redactions'].map((suffix) => `r.db${suffix}`);
const ways: Record<string, (path: string) => void> = {
  missing: () => {},
  'as a folder': (path) => mkdirSync(path),
  empty: (path) => writeFileSync(path, ''),
  'of another kind': (path) =>
    writeFileSync(path, Array.from({ length: 5_000 }, () => String.fromCharCode(33 + random.below(90))).join('')),
  'cut off': (path) => {
    cpSync(join(made, 'r.db'), path);
    truncateSync(path, 4_096 + random.below(8_000));
  },
  // As root, a start creates the folders that it needs.
  'as a link that leads nowhere': (path) => symlinkSync(join(dirname(path), 'nowhere', 'at', 'all'), path),
  'as a link to itself': (path) => symlinkSync(path, path),
  'as a pipe': (path) => void Bun.spawnSync(['mkfifo', path]),
};
const commands = [
  ['serve'],
  ['serve'],
  ['account', 'list'],
  ['key', 'list'],
  ['check'],
  ['backup', 'b.db'],
  ['migrate', '--check'],
  ['restore', 'r.db'],
];

let copies = 0;

/** Runs a command to its end; a service is stopped once it is ready. */
async function run(copy: string, command: string[]) {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: copy,
    PORT: '0',
    ROCKOLA_DRAIN_SECONDS: '0',
    DATABASE_URL: `sqlite:${join(copy, 'r.db')}`,
  };
  const main = new URL('../../src/main.ts', import.meta.url).pathname;
  const args = command.map((word) => (word.endsWith('.db') ? join(copy, word) : word));
  const child = Bun.spawn([process.execPath, '--no-env-file', main, ...args], {
    env,
    stdout: 'pipe',
    stderr: 'pipe',
    timeout: 120_000,
    killSignal: 'SIGKILL',
  });
  let err = '';
  for await (const chunk of child.stderr) {
    err += new TextDecoder().decode(chunk);
    if (/Store .*\n/.test(err)) child.kill('SIGTERM');
  }
  return { code: await child.exited, err, out: await child.stdout.text() };
}

const cases = Array.from({ length: 32 }, () => ({
  file: random.pick(files as [string, ...string[]]),
  way: random.pick(Object.keys(ways) as [string, ...string[]]),
  command: random.pick(commands as [string[], ...string[][]]),
}));

test.each(cases)('with $file $way, $command ends and names a remedy if it fails', async ({ file, way, command }) => {
  const copy = join(folder, String(++copies));
  cpSync(made, copy, { recursive: true });
  const path = join(copy, file);
  rmSync(path, { force: true });
  ways[way]?.(path);
  const { code, err, out } = await run(copy, command);
  expect([seed, [0, 1, 2].includes(code), err]).toEqual([seed, true, err]);
  expect([seed, err, /defect|\n {4}at |panic/.test(err)]).toEqual([seed, err, false]);
  if (code > 0) expect([seed, err, remedyWords.test(err + out)]).toEqual([seed, err, true]);
});
