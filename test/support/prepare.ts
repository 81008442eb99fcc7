import { join } from 'node:path';
import { makeDatabase } from './databases.ts';
import { startRockola } from './harness.ts';
import type { Prepared, PreparedStore } from './prepared.ts';

/** The program and the entries of its threads, which look for each other by these names. */
const entries = ['main', 'writer', 'reader', 'process/lineThread'].map((name) => `src/${name}.ts`);

/** Makes what is prepared for test files, in a folder. @returns it, and what removes its databases */
export async function prepare(folder: string, engines: PreparedStore['engine'][]): Promise<{ made: Prepared; drop(): Promise<void> }> {
  const outdir = join(folder, 'program');
  await Bun.build({
    entrypoints: entries,
    naming: { entry: '[name].ts' },
    outdir,
    publicPath: `${outdir}/`,
    target: 'bun',
    splitting: true,
    sourcemap: 'linked',
  });
  const wanted = engines.flatMap((engine) => ['es', 'off'].map((starter) => ({ engine, starter })));
  const stores = await Promise.all(wanted.map(async (one) => ({ ...one, ...(await firstStart(folder, one)) })));
  return {
    made: { program: join(outdir, 'main.ts'), stores: stores.map(({ drop: _, ...store }) => store) },
    drop: async () => void (await Promise.all(stores.map(({ drop }) => drop()))),
  };
}

async function firstStart(folder: string, { engine, starter }: Pick<PreparedStore, 'engine' | 'starter'>) {
  const { settings, drop } = await makeDatabase(join(folder, starter), engine);
  const { adminKey, stop } = await startRockola({ ...settings, ROCKOLA_STARTER: starter });
  await stop();
  const url = new URL(settings.DATABASE_URL as string);
  return { adminKey, copied: engine === 'sqlite' ? url.pathname : url.pathname.slice(1), drop };
}
