import { openSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import { StartRefused } from '../model/startRefused.ts';

/**
 * Opens a temporary file, which is renamed when it is complete, beside its final name. The temporary name is unique: another command may write the same file. It
 * is deleted if the command ends before the file is complete.
 */
export function openTemporary(file: string): { path: string; descriptor: number } {
  const path = `${file}.${crypto.randomUUID().slice(0, 8)}.part`;
  const descriptor = open(path, file);
  process.once('exit', () => rmSync(path, { force: true }));
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(128 + constants.signals[signal]));
  return { path, descriptor };
}

function open(path: string, file: string): number {
  try {
    return openSync(path, 'wx', 0o600);
  } catch (error) {
    throw new StartRefused(`${file} cannot be written (${(error as Error).message}). Name another file.`);
  }
}
