import { openSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { StartRefused } from '../model/startRefused.ts';

/**
 * Opens a temporary file beside `file`. Its name is unique, since another command may write the same file. The caller renames it when it
 * is complete; it is deleted if the command ends before that.
 */
export function openTemporary(file: string): { path: string; descriptor: number } {
  const path = `${file}.${crypto.randomUUID().slice(0, 8)}.part`;
  // Before the file is there. They run after this function, so `exit` then removes it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  const descriptor = open(path, file);
  process.once('exit', () => rmSync(path, { force: true }));
  return { path, descriptor };
}

function open(path: string, file: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new StartRefused(`${file} cannot be written (${(error as Error).message}). Name another file.`);
  }
}
