import type { Database } from 'bun:sqlite';

/** One line for each fault that SQLite finds. */
export function integrityFaults(database: Database): string[] {
  const found = database.query<{ integrity_check: string }, []>('pragma integrity_check').all();
  // With several lines, the first one only names the database.
  const lines = found.flatMap(({ integrity_check }) => integrity_check.split('\n'));
  return lines.filter((line) => line !== 'ok' && !line.startsWith('***'));
}
