import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { parseJson } from '../model/json.ts';
import { publish } from './durable.ts';

/** Of the last backups: when one succeeded, in ms since 1970, how large it was, and when one failed. */
export type BackupNote = { at?: number; bytes?: number; failedAt?: number };

const fileOf = (path: string) => `${path}.backup`;

/** Notes what became of a backup, next to the store. That it cannot be noted is no reason to call a backup failed. */
export function noteBackup(path: string, news: BackupNote): void {
  const unfinished = `${fileOf(path)}.${process.pid}.unfinished`;
  try {
    writeFileSync(unfinished, JSON.stringify({ ...readBackupNote(path), ...news }), { mode: 0o600 });
    publish(unfinished, fileOf(path));
  } catch {
    remove(unfinished);
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // Where nothing may be written, nothing was.
  }
}

/** @returns nothing where no backup was made, or its note cannot be read */
export function readBackupNote(path: string): BackupNote {
  try {
    // To read from a pipe would wait for ever.
    if (!statSync(fileOf(path)).isFile()) return {};
    const { value } = parseJson(readFileSync(fileOf(path), 'utf8'));
    const { at, bytes, failedAt } = value as Record<string, unknown>;
    const known = Object.entries({ at, bytes, failedAt }).filter(([, figure]) => typeof figure === 'bigint');
    return Object.fromEntries(known.map(([name, figure]) => [name, Number(figure)]));
  } catch {
    return {};
  }
}
