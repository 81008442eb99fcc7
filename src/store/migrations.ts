import { numberedKinds } from '../model/record.ts';
import { lastingRefusal, StartRefused } from '../model/startRefused.ts';
import { program } from '../version.ts';

/** A numbered step of the schema. Once released its text never changes: the store remembers its checksum. */
export type Migration = {
  number: number;
  name: string;
  sql: string;
  /** SQL that runs after it in a new store. Unlike a migration, it may change. */
  inNewStore?: string;
};

/** Numbers migrations in the order of `texts`, whose keys are their names. */
export function numbered(texts: Record<string, string>, inNewStore: Record<string, string>): Migration[] {
  return Object.entries(texts).map(([key, sql], i) => {
    const name = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return { number: i + 1, name, sql, ...(inNewStore[key] && { inNewStore: inNewStore[key] }) };
  });
}

export type AppliedMigration = { number: number; checksum: string };

/** Both engines store the applied migrations in the same table. */
export const migrationTable = `create table if not exists migration (
  number integer primary key, name text not null, checksum text not null, applied_at bigint not null)`;

/**
 * The pending migrations of a store, in order.
 *
 * @throws StartRefused where the store is newer than the program, or was made by a program with other migrations
 */
export function pendingMigrations(known: Migration[], applied: AppliedMigration[]): Migration[] {
  const newest = Math.max(0, ...applied.map(({ number }) => number));
  if (newest > known.length) {
    throw lastingRefusal(
      `The store has schema ${newest}, this program knows schemas up to ${known.length}. Run the newer Rockola that last used this store, or restore a copy from before the upgrade; nothing was touched.`,
    );
  }
  for (const { number, checksum } of applied) {
    const migration = known[number - 1];
    if (migration && checksumOf(migration) !== checksum) {
      throw lastingRefusal(
        `The store is of another build of Rockola: its migration ${number} (${migration.name}) is not the one of this program. Every release opens the stores of earlier releases, so a build between releases made it, or a changed one: run that build to use it. To carry the catalogue over, read it there from GET /api/v1/artists and add it here; nothing was touched.`,
      );
    }
  }
  return known.filter(({ number }) => !applied.some((done) => done.number === number));
}

/** @throws StartRefused where the schema of the store is not that of this program: only the service and `rockola migrate` change it */
export function requireCurrent(known: Migration[], applied: AppliedMigration[]): void {
  if (pendingMigrations(known, applied).length === 0) return;
  throw new StartRefused(
    `The store has schema ${applied.length}, this program needs ${known.length}. Bring it up to date: ${program} migrate, or start the service.`,
  );
}

export function doneMessage({ number, name }: Migration, start: number): string {
  return `migration ${number} (${name}) is done, ${((performance.now() - start) / 1000).toFixed(1)} s`;
}

export function failed({ number, name }: Migration, error: unknown): string {
  return `Migration ${number} (${name}) failed (${(error as Error).message}). The store is as it was before this migration: run the older version, and report this.`;
}

/** SHA-256 of a migration's text, in hexadecimal. */
export function checksumOf({ sql }: Migration): string {
  return new Bun.CryptoHasher('sha256').update(sql).digest('hex');
}

/** Rows that the migrations insert, by table. They are never deleted, and the program requires them. */
const lastingRows = {
  sqlite: { changeset: 1, sequence: numberedKinds.length, total: 1, index_state: 1 },
  postgres: { counted: 1, index_state: 1 },
};

/** A query for the names of the tables that lack one of these rows, in a store with all migrations. */
export function lackingRows(engine: 'sqlite' | 'postgres'): string {
  return Object.entries(lastingRows[engine])
    .map(([table, rows]) => `select '${table}' as name where (select count(*) from ${table}) < ${rows}`)
    .join(' union all ');
}

/**
 * @param lacking the result of `lackingRows`
 * @throws StartRefused
 */
export function requireRows(lacking: { name: unknown }[]): void {
  if (lacking.length === 0) return;
  const tables = lacking.map(({ name }) => `table ${name}`).join(', ');
  throw lastingRefusal(
    `The store lacks rows that Rockola made (${tables}): it was changed by hand, or is damaged. Nothing was changed. Restore your last good backup.`,
  );
}
