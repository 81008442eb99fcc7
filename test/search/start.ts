import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeDatabase } from '../support/databases.ts';
import { type Rockola, startRockola } from '../support/harness.ts';

export const engines = ['sqlite', 'postgres'] as const;
export type Engine = (typeof engines)[number];

/** The real program with the starter catalogue on a named engine, whatever engine the tests run on. */
export async function startOn(engine: Engine): Promise<{ rockola: Rockola; stop(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'rockola-search-'));
  const database = await makeDatabase(folder, engine);
  const rockola = await startRockola(database.settings);
  return {
    rockola,
    async stop() {
      await rockola.stop();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
