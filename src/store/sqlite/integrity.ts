import type { Database } from 'bun:sqlite';

/** What SQLite finds wrong with a file, a line each. */
export function integrityFaults(database: Database): string[] {
  const found = database.query<{ integrity_check: string }, []>('pragma integrity_check').all();
  // The first of several lines only names the database.
  const lines = found.flatMap(({ integrity_check }) => integrity_check.split('\n'));
  return lines.filter((line) => line !== 'ok' && !line.startsWith('***'));
}
