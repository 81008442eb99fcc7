import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../faults/until.ts';
import { ask, makeDatabase, serverUrl, type TestDatabase } from '../support/databases.ts';
import { startRockola } from '../support/harness.ts';
import { laterSchema, makeLaterVersion } from '../support/laterVersion.ts';
import { randomFrom } from '../support/random.ts';
import { seed } from '../support/seed.ts';

/** A start that is ended at any step ends soon, with the right code, and the next start finds nothing half done. */
const folder = mkdtempSync(join(tmpdir(), 'rockola-ends-'));
const quick = 'create table later (n bigint)';
const later = makeLaterVersion(join(folder, 'later'), { sqlite: quick, postgres: quick });
/** A version whose migration never finishes in these tests. */
const endless = makeLaterVersion(join(folder, 'endless'), {
  sqlite: `${quick}; insert into later with recursive n (i) as (select 1 union all select i + 1 from n where i < 1e12) select i from n where i % 1000 = 0`,
  postgres: `${quick}; select pg_sleep(3600)`,
});
const databases: TestDatabase[] = [];
afterAll(async () => {
  await Promise.all(databases.map(({ drop }) => drop()));
  rmSync(folder, { recursive: true });
});

const random = randomFrom(seed);
const signals = ['SIGTERM', 'SIGKILL'] as const;
/** A start must end within this time, in ms; a busy machine gets more than systemd would give. */
const patience = 30_000;

type Settings = Record<string, string>;

async function newDatabase(engine: 'sqlite' | 'postgres', name: string): Promise<Settings> {
  const home = join(folder, name);
  mkdirSync(home);
  const database = await makeDatabase(home, engine);
  databases.push(database);
  return { ...database.settings, HOME: home };
}

/** Starts a program, ends it at a moment, and checks its end. @returns its output */
async function endStart(
  settings: Settings,
  entry: string,
  signal: 'SIGTERM' | 'SIGKILL',
  moment: (printed: () => string) => Promise<unknown>,
) {
  const env = { PATH: process.env.PATH ?? '', PORT: '0', ROCKOLA_DRAIN_SECONDS: '0', ...settings };
  const child = Bun.spawn([process.execPath, '--no-env-file', entry, 'serve'], { env, stdout: 'pipe', stderr: 'pipe' });
  let out = '';
  const read = (async () => {
    for await (const chunk of child.stdout) out += new TextDecoder().decode(chunk);
  })();
  await moment(() => out);
  const start = performance.now();
  child.kill(signal);
  await child.exited;
  expect(performance.now() - start).toBeLessThan(patience);
  await read;
  // Before the program handles signals, the system ends it, with code 143.
  if (signal === 'SIGTERM') expect([0, 143]).toContain(child.exitCode ?? 143);
  const err = await child.stderr.text();
  expect([err, /defect|\n {4}at |panic/.test(err + out)]).toEqual([err, false]);
  return { out, code: child.exitCode };
}

/** The next start, of either version, serves a whole store. */
async function expectWhole(settings: Settings, entry: string | undefined, total: bigint): Promise<void> {
  const rockola = await startRockola(settings, { entry });
  expect((await rockola.call('GET', '/api/v1/artists')).json.meta.total).toBe(total);
  await rockola.end();
  if (entry === undefined) expect((await rockola.cli(['check'])).code).toBe(0);
  await rockola.stop();
}

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  let settings: Settings;
  const schema = async () => Number((await ask(settings.DATABASE_URL as string, 'select max(number) as n from migration'))[0]?.n);
  beforeAll(async () => {
    settings = await newDatabase(engine, `${engine}-first`);
    await expectWhole(settings, undefined, 412n);
  });

  const migrating = async (printed: () => string) => {
    const copies = () => readdirSync(settings.HOME as string).filter((name) => /\.schema-\d+-.*Z$/.test(name)).length;
    const before = engine === 'sqlite' ? copies() : 0;
    if (engine === 'sqlite') return until(() => copies() > before, `it does not migrate:\n${printed()}`);
    const asleep = `select 1 from pg_stat_activity where query like '%pg_sleep(3600)%' and wait_event = 'PgSleep'`;
    await until(async () => (await ask(serverUrl(), asleep)).length > 0, `it does not migrate:\n${printed()}`);
  };

  test.each(signals)(
    '%s ends a long migration, and the earlier version can still serve the store',
    async (signal) => {
      const { out, code } = await endStart(settings, endless, signal, migrating);
      if (signal === 'SIGTERM') expect([code, out]).toEqual([0, expect.stringContaining('stopped before the start was complete')]);
      expect(await schema()).toBe(laterSchema - 1);
      await expectWhole(settings, undefined, 412n);
    },
    300_000,
  );

  test('a first start or an upgrade that is ended at any moment is completed by the next start', async () => {
    const whole = performance.now();
    await expectWhole(await newDatabase(engine, `${engine}-measured`), undefined, 412n);
    const takes = performance.now() - whole;
    for (let round = 0; round < 4; round++) {
      const fresh = await newDatabase(engine, `${engine}-${round}`);
      const signal = signals[round % 2] as 'SIGTERM';
      const main = new URL('../../src/main.ts', import.meta.url).pathname;
      await endStart(fresh, main, signal, () => Bun.sleep(random.next() * takes));
      await expectWhole(fresh, undefined, 412n);
      await endStart(fresh, later, signal, () => Bun.sleep(random.next() * takes));
      await expectWhole(fresh, later, 412n);
      if (engine === 'sqlite') expect(readdirSync(fresh.HOME as string).filter((name) => name.endsWith('.unfinished'))).toEqual([]);
    }
  }, 600_000);
});
