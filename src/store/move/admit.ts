import { StartRefused } from '../../model/startRefused.ts';
import { pendingMigrations } from '../migrations.ts';
import type { End } from './end.ts';
import type { Table } from './tables.ts';

/** @throws StartRefused where the source cannot be moved */
export async function admitSource(source: End): Promise<void> {
  await requireSchema(source, 'Start the service on it once and stop it again, which brings it up to date.');
  await source.numberRevisions();
}

/** @throws StartRefused where the target is not empty */
export async function admitTarget(target: End, tables: Table[]): Promise<void> {
  await requireSchema(target, 'Name an empty database or a new file.');
  for (const { name } of tables) {
    const rows = await target.all(`select 1 as found from "${name}" limit 1`);
    if (rows.length > 0)
      throw new StartRefused(`${target.name} is not empty, and a move overwrites nothing. Name an empty database or a new file.`);
  }
}

/** @throws StartRefused where the store has no schema, or one that is not this program's newest */
async function requireSchema(end: End, remedy: string): Promise<void> {
  if (!(await end.hasTable('migration'))) throw new StartRefused(`${end.name} is no store of Rockola. Correct DATABASE_URL.`);
  const applied = await end.all('select number, checksum from migration');
  const pending = pendingMigrations(
    end.migrations,
    applied.map((row) => ({ number: Number(row.number), checksum: String(row.checksum) })),
  );
  if (pending.length > 0) throw new StartRefused(`${end.name} has an older schema. ${remedy}`);
}
