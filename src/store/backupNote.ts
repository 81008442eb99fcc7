import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { parseJson } from '../model/json.ts';
import { publish } from './durable.ts';

/** The last backups: the time of the last success, in ms since 1970, its size, and the time of the last failure. */
export type BackupNote = { at?: number; bytes?: number; failedAt?: number };

const fileOf = (path: string) => `${path}.backup`;

/** Writes the outcome of a backup into a file beside the store. A failure to write it does not fail the backup. */
export function noteBackup(path: string, outcome: BackupNote): void {
  const unfinished = `${fileOf(path)}.${process.pid}.unfinished`;
  try {
    writeFileSync(unfinished, JSON.stringify({ ...readBackupNote(path), ...outcome }), { mode: 0o600 });
    publish(unfinished, fileOf(path));
  } catch {
    remove(unfinished);
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // In a folder without write access, the note stays as it is.
  }
}

/** @returns nothing if no backup was made, or the note cannot be read */
export function readBackupNote(path: string): BackupNote {
  try {
    // Reading a pipe would wait forever.
    if (!statSync(fileOf(path)).isFile()) return {};
    const { value } = parseJson(readFileSync(fileOf(path), 'utf8'));
    const { at, bytes, failedAt } = value as Record<string, unknown>;
    const known = Object.entries({ at, bytes, failedAt }).filter(([, figure]) => typeof figure === 'bigint');
    return Object.fromEntries(known.map(([name, figure]) => [name, Number(figure)]));
  } catch {
    return {};
  }
}
