import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'bun';
import type { Engine } from '../support/databases.ts';

export const releases = import.meta.dirname;

/** The versions whose stores are kept here, oldest first. */
export const versions = readdirSync(releases)
  .filter((name) => /^\d+\.\d+\.\d+$/.test(name))
  .toSorted(Bun.semver.order);

/** The store of a release: a file of SQLite, or the SQL that makes a database of PostgreSQL. */
export function storeOf(version: string, engine: Engine): Buffer {
  return Buffer.from(gunzipSync(readFileSync(join(releases, version, `${engine}.gz`))));
}
