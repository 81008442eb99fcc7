import { closeSync, fsyncSync, mkdirSync, openSync, renameSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Gives a finished file its name: it appears only with its whole content, and survives a power cut once this returns. An
 * fsync of a file does not cover its name (fsync(2)), so the folder gets one too.
 */
export function publish(unfinished: string, target: string): void {
  sync(unfinished);
  renameSync(unfinished, target);
  syncFolder(dirname(target));
}

/** Makes a folder and those above it where they are missing, each for its owner only and safe from a power cut. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const highest = resolve(first);
  for (let made = resolve(path); made.length >= highest.length; made = dirname(made)) syncFolder(dirname(made));
}

/** Windows knows no fsync of a folder. */
function syncFolder(path: string): void {
  if (process.platform !== 'win32') sync(path);
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
