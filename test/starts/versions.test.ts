import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { ask, makeDatabase, serverUrl } from '../support/databases.ts';
import { type Rockola, runToEnd, startRockola } from '../support/harness.ts';
import { laterSchema, makeLaterVersion } from '../support/laterVersion.ts';
import { untilLogged } from '../support/logged.ts';
import { commands } from './commands.ts';

/** Starts two versions of the program on each other's stores, step by step as docs/upgrade.md says. */
const folder = mkdtempSync(join(tmpdir(), 'rockola-versions-'));
const column = "alter table artist add column later text not null default ''";
const later = makeLaterVersion(join(folder, 'later'), { sqlite: column, postgres: column });
const started: Rockola[] = [];
const drops: (() => Promise<void>)[] = [];
afterAll(async () => {
  await Promise.all(started.map((rockola) => rockola.stop()));
  await Promise.all(drops.map((drop) => drop()));
  rmSync(folder, { recursive: true });
});

const earlierSchema = laterSchema - 1;
const tooNew = `has schema ${laterSchema}, this program knows schemas up to ${earlierSchema}. Run the newer Rockola`;
const tooOld = `has schema ${earlierSchema}, this program needs ${laterSchema}. Bring it up to date`;

const start = async (settings: Record<string, string>, entry?: string, expectErrors: RegExp[] = []) => {
  const rockola = await startRockola(settings, { entry, expectErrors });
  started.push(rockola);
  return rockola;
};
/** Passes a password on standard input, for commands that ask for one. */
const typed = ['sh', '-c', 'printf a-long-password | "$@"', 'sh'];
const run = (settings: Record<string, string>, args: string[], entry?: string) => runToEnd({ PORT: '0', ...settings }, args, typed, entry);
const nameOf = async (rockola: Rockola, id: number) => (await rockola.call('GET', `/api/v1/artists/${id}`)).json.name;
const add = (rockola: Rockola, key: string, name: string) =>
  rockola.call('POST', '/api/v1/artists', { key, body: { name } }).then(({ json }) => Number(json.id));

/** Expects that each command fails with the sentence. @param serves whether `serve` is allowed */
async function expectAllRefused(settings: Record<string, string>, sentence: string, entry: string | undefined, serves: boolean) {
  // The code that decides is the same for both engines, so a few commands are enough for the second.
  const few = settings.DATABASE_URL?.startsWith('postgres') ? ['serve', 'account list', 'key revoke', 'check'] : Object.keys(commands);
  const tried = Object.entries(commands).filter(([command, args]) => args && few.includes(command) && !(serves && command === 'serve'));
  for (const [command, args] of tried) {
    const { code, err } = await run(
      { ROCKOLA_PUBLIC_URL: 'https://rock.example.org', ...settings },
      [...command.split(' '), ...(args ?? [])],
      entry,
    );
    expect([command, code, err]).toEqual([command, sentence === tooNew ? 2 : 1, expect.stringContaining(sentence)]);
    expect([command, /defect|\n {4}at /.test(err)]).toEqual([command, false]);
  }
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let settings: Record<string, string>;
  let key = '';
  let before = 0;
  const path = join(folder, 'rockola.db');
  beforeAll(async () => {
    const database = await makeDatabase(folder, engine);
    drops.push(database.drop);
    settings = { ...database.settings, ROCKOLA_STARTER: 'off' };
    const earlier = await start(settings);
    key = earlier.adminKey;
    before = await add(earlier, key, 'Before');
    await earlier.end();
  });
  const schema = async () => Number((await ask(settings.DATABASE_URL as string, 'select max(number) as n from migration'))[0]?.n);
  const changed = () => (engine === 'sqlite' ? Bun.hash(readFileSync(path)) : schema());

  test('the later version lists its migration, and until it has run, the commands refuse the store', async () => {
    const unchanged = await changed();
    const { code, out } = await run(settings, ['migrate', '--check'], later);
    expect([code, out]).toEqual([1, expect.stringContaining(`Migration ${laterSchema} (later) would be run.`)]);
    await expectAllRefused(settings, tooOld, later, true);
    expect([await schema(), await changed()]).toEqual([earlierSchema, unchanged]);
  }, 300_000);

  test('the store is upgraded, refused by the earlier version, and goes back to it by a restore', async () => {
    const back = await prepareRollback();
    const upgraded = await start(settings, later);
    await untilLogged(upgraded);
    expect(upgraded.output()).toContain('"version":"99.0.0"');
    expect(upgraded.output()).toContain(`migration ${laterSchema} (later) is done`);
    expect(await nameOf(upgraded, before)).toBe('Before');
    const after = await add(upgraded, key, 'After');
    await upgraded.end();
    const unchanged = await changed();
    await expectAllRefused(settings, tooNew, undefined, false);
    expect([await schema(), await changed()]).toEqual([laterSchema, unchanged]);
    await back(upgraded);
    const earlier = await start(settings);
    expect(await nameOf(earlier, before)).toBe('Before');
    expect((await earlier.call('GET', `/api/v1/artists/${after}`)).status).toBe(404);
    expect((await earlier.cli(['check'])).code).toBe(0);
    await earlier.end();
  }, 300_000);

  /** The preparation for going back, before the upgrade. @returns a function that goes back */
  async function prepareRollback(): Promise<(upgraded: Rockola) => Promise<void>> {
    if (engine === 'sqlite') return restoreCopy;
    // Instead of pg_dump and pg_restore.
    const name = new URL(settings.DATABASE_URL as string).pathname.slice(1);
    const kept = `${name}_kept`;
    await ask(serverUrl(), `create database ${kept} template ${name}`);
    return async () => {
      await ask(serverUrl(), `drop database ${name} with (force)`);
      await ask(serverUrl(), `alter database ${kept} rename to ${name}`);
    };
  }

  async function restoreCopy(upgraded: Rockola): Promise<void> {
    const copy = new RegExp(`first the store is copied to (${path}\\.schema-${earlierSchema}-\\S+?)"`).exec(upgraded.output())?.[1];
    expect(copy && readdirSync(folder).map((name) => join(folder, name))).toContain(copy);
    expect((await run(settings, ['restore', copy as string])).code).toBe(0);
  }
});

test('nodes with different schemas never serve together: the later waits for the earlier to stop, which cannot start again', async () => {
  const { settings, drop } = await makeDatabase('', 'postgres');
  drops.push(drop);
  const earlier = await start({ ...settings, ROCKOLA_STARTER: 'off' });
  const key = earlier.adminKey;
  const log: string[] = [];
  const waiting = start({ ...settings, ROCKOLA_STARTER: 'off', ROCKOLA_LOG_LEVEL: 'info' }, later);
  const other = Bun.spawn([process.execPath, '--no-env-file', later, 'migrate'], {
    env: { PATH: process.env.PATH ?? '', ...settings, PORT: '0' },
    stderr: 'pipe',
  });
  const read = (async () => {
    for await (const chunk of other.stderr) log.push(new TextDecoder().decode(chunk));
  })();
  await until(
    () => /some nodes still serve with the older schema. Stop them|Another node is bringing/.test(log.join('')),
    'it does not say what it waits for',
  );
  expect(await nameOf(earlier, await add(earlier, key, 'Still'))).toBe('Still');
  expect((await fetch(`${earlier.url}/readyz`)).status).toBe(200);
  await earlier.end();
  const upgraded = await waiting;
  expect([await other.exited, await read]).toEqual([0, undefined]);
  expect(await nameOf(upgraded, await add(upgraded, key, 'Later'))).toBe('Later');
  const { code, err } = await run(settings, ['serve']);
  expect([code, err]).toEqual([2, expect.stringContaining(tooNew)]);
}, 300_000);
