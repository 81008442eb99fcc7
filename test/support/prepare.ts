import { chmodSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { entries } from '../../scripts/package/executable.ts';
import { openApiDocument } from '../../src/api/openapi/document.ts';
import { apiRoutes } from '../../src/api/routes.ts';
import { isPackaged, unpackBrowser } from '../web/unpackBrowser.ts';
import { type Alteration, alterations } from './alterations.ts';
import { alterationPlugin } from './altered.ts';
import { type Engine, makeDatabase } from './databases.ts';
import { startRockola } from './harness.ts';
import type { Prepared, PreparedStore } from './prepared.ts';

/** Prepares files and stores for all tests in a folder. @returns their description, and a function that removes the databases */
export async function prepare(folder: string, engines: Engine[]): Promise<{ made: Prepared; drop(): Promise<void> }> {
  const wanted = engines.flatMap((engine) => ['es', 'off'].map((starter) => ({ engine, starter })));
  const [program, costly, browser] = await Promise.all([
    compile(makeFolder(folder, 'quick'), [...alterations.quickHashes, ...alterations.quickMail]),
    compile(makeFolder(folder, 'costly'), []),
    isPackaged && engines.includes('sqlite') ? unpackBrowser(makeFolder(folder, 'browser')) : undefined,
  ]);
  const document = join(folder, 'openapi.json');
  const surroundings = { publicUrl: 'http://localhost', hasPublicUrl: false, limits: false, requireConditions: false };
  await Bun.write(document, JSON.stringify(openApiDocument(apiRoutes(8), surroundings)));
  // The stores are made before the test files keep all cores busy, since a start gives up on a database that answers late.
  const stores = await Promise.all(wanted.map(async (one) => ({ ...one, ...(await firstStart(folder, one)) })));
  return {
    made: { program, costly, browser, document, stores: stores.map(({ drop: _, ...store }) => store) },
    drop: async () => void (await Promise.all(stores.map(({ drop }) => drop()))),
  };
}

function makeFolder(folder: string, name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  // Some tests run the program as another user.
  chmodSync(path, 0o755);
  return path;
}

/** @returns the executable: with its bytecode it starts in a third of the time of the source */
async function compile(folder: string, altered: Alteration[]): Promise<string> {
  const outfile = join(folder, 'rockola');
  await Bun.build({
    entrypoints: entries,
    naming: { entry: '[name].[ext]' },
    compile: { outfile, autoloadDotenv: false, autoloadBunfig: false },
    bytecode: true,
    format: 'esm',
    sourcemap: 'inline',
    plugins: [alterationPlugin([...alterations.unpacked, ...altered])],
  });
  chmodSync(outfile, 0o755);
  return outfile;
}

async function firstStart(folder: string, { engine, starter }: Pick<PreparedStore, 'engine' | 'starter'>) {
  const { settings, drop } = await makeDatabase(join(folder, starter), engine);
  const { adminKey, stop } = await startRockola({ ...settings, ROCKOLA_STARTER: starter });
  await stop();
  const url = new URL(settings.DATABASE_URL as string);
  return { adminKey, copied: engine === 'sqlite' ? url.pathname : url.pathname.slice(1), drop };
}
