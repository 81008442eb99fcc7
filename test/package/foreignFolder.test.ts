import { afterAll, expect, test } from 'bun:test';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { outcome } from './outcome.ts';
import { executable } from './packages.ts';

/** Write access to the working directory of the executable, or to a folder above it, must not allow running code. */
const above = mkdtempSync(join(tmpdir(), 'rockola-foreign-'));
const folder = join(above, 'inner');
const marker = join(above, 'marker');
afterAll(() => rmSync(above, { recursive: true }));

const mark = `require('node:fs').appendFileSync(${JSON.stringify(marker)}, 'ran');`;
/** Files that JavaScript runtimes look for, each of which runs `evil.js` or changes a setting. */
const planted: Record<string, string> = {
  'evil.js': mark,
  'bunfig.toml': 'preload = ["./evil.js"]',
  '.bunfig.toml': 'preload = ["./evil.js"]',
  '.env': 'ROCKOLA_PLANTED=1\nBUN_OPTIONS=--preload=./evil.js',
  '.env.local': 'ROCKOLA_PLANTED=1',
  '.env.production': 'ROCKOLA_PLANTED=1',
  '.env.development': 'ROCKOLA_PLANTED=1',
  'tsconfig.json': '{"compilerOptions":{"baseUrl":".","paths":{"*":["./evil.js"]}}}',
  'package.json': '{"type":"module","imports":{"#*":"./evil.js"},"main":"evil.js"}',
  'node_modules/pg-native/index.js': mark,
  'node_modules/@node-rs/argon2/index.js': mark,
  'node_modules/pino/index.js': mark,
};
for (const place of [above, folder])
  for (const [name, text] of Object.entries(planted)) {
    mkdirSync(join(place, name, '..'), { recursive: true });
    writeFileSync(join(place, name), text);
  }

/** The home folder is also the folder with the planted files. */
const run = (program: string, args: string[], settings: Record<string, string> = {}) =>
  outcome([program, ...args], { cwd: folder, env: { PATH: process.env.PATH ?? '', HOME: folder, XDG_CONFIG_HOME: folder, ...settings } });

test('commands in a folder with planted files run none of them', async () => {
  expect(await run(executable, ['--version'])).toMatchObject({ code: 0, err: '' });
  const listed = await run(executable, ['account', 'list'], { DATABASE_URL: `sqlite:${join(above, 'none.db')}` });
  // If a planted setting were read, the program would refuse its name.
  expect(listed.err).toStartWith('There is no store at');
  const gone = await run(executable, ['account', 'list'], {
    DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
  });
  expect([gone.code, gone.err.includes('PLANTED')]).toEqual([1, false]);
  expect(existsSync(marker)).toBe(false);
});

test('a service in a folder with planted files runs none of them', async () => {
  const env = {
    HOME: folder,
    PORT: '0',
    ROCKOLA_DRAIN_SECONDS: '0',
    ROCKOLA_THREADS: '2',
    DATABASE_URL: `sqlite:${join(above, 'store.db')}`,
  };
  const service = Bun.spawn([executable, 'serve'], { cwd: folder, env, stdout: 'ignore', stderr: 'pipe' });
  let output = '';
  for await (const part of service.stderr) {
    output += new TextDecoder().decode(part);
    if (output.includes('/first-admin')) service.kill();
  }
  expect([await service.exited, output.includes('Listening'), existsSync(marker)]).toEqual([0, true, false]);
});

test('the control: an executable built with default options runs the planted files', async () => {
  const control = join(above, 'control');
  writeFileSync(`${control}.ts`, 'console.log(process.env.ROCKOLA_PLANTED);');
  await Bun.build({ entrypoints: [`${control}.ts`], compile: { outfile: control } });
  expect((await run(control, [])).out).toBe('1\n');
  expect(existsSync(marker)).toBe(true);
});
