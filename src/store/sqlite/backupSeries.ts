import { Database } from 'bun:sqlite';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StartRefused } from '../../model/startRefused.ts';
import { integrityFaults } from './integrity.ts';

/** The names that `backupName` gives. Sorted, they are in order of time. */
const backupNames = /^rockola-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z\.db$/;

export function backupName(now: Date): string {
  return `rockola-${now.toISOString().replace(/[:.]/g, '-')}.db`;
}

/**
 * Reads the whole backup. A damaged backup is deleted, so that it displaces no older backup of the series.
 *
 * @throws StartRefused where it is damaged
 */
export function requireWhole(backup: string): void {
  const damage = damageOf(backup);
  if (damage === undefined) return;
  rmSync(backup, { force: true });
  throw new StartRefused(
    `The backup was not whole (${damage}) and is removed. Check the disks of the store and of the backup for errors, then run: rockola check`,
  );
}

function damageOf(backup: string): string | undefined {
  try {
    const copy = new Database(backup, { readonly: true });
    try {
      const [damage] = integrityFaults(copy);
      if (damage) return damage;
      return copy.query('select 1 from migration').get() ? undefined : 'it holds no catalogue';
    } finally {
      copy.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}

/** Other files of the folder stay. @returns the files that were removed */
export function removeOldBackups(folder: string, keep: number): string[] {
  const old = readdirSync(folder)
    .filter((name) => backupNames.test(name))
    .sort()
    .slice(0, -keep)
    .map((name) => join(folder, name));
  for (const file of old) rmSync(file);
  return old;
}
