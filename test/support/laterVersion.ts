import { appendFileSync, cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { migrations } from '../../src/store/sqlite/migrations.ts';

const root = new URL('../../', import.meta.url).pathname;

/** The number of the schema of a later version. */
export const laterSchema = migrations.length + 1;

/**
 * Makes a later version of the program from its source: another version number, and a schema with one more migration.
 *
 * @param folder the target, which must not exist
 * @param sql the migration, for each engine
 * @returns its entry
 */
export function makeLaterVersion(folder: string, sql: { sqlite: string; postgres: string }): string {
  mkdirSync(folder);
  for (const name of ['src', 'starter']) cpSync(join(root, name), join(folder, name), { recursive: true });
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...manifest, version: '99.0.0' }));
  for (const engine of ['sqlite', 'postgres'] as const) {
    const index = join(folder, 'src/store', engine, 'migrations.ts');
    appendFileSync(index, `migrations.push({ number: ${laterSchema}, name: 'later', sql: ${JSON.stringify(sql[engine])} });\n`);
  }
  return join(folder, 'src/main.ts');
}
