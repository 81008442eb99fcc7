import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { codeOf } from './fileRefusal.ts';

/**
 * Renames a finished file to its final name: the name appears only with the whole content, and survives a power cut once this returns. An
 * fsync of a file does not cover its name (fsync(2)), so the folder gets one too.
 */
export function publish(unfinished: string, target: string): void {
  sync(unfinished);
  renameSync(unfinished, target);
  syncFolder(dirname(target));
}

/** As `publish`, but only if the name is free. @returns false if it is taken; the unfinished file is deleted in either case */
export function publishNew(unfinished: string, target: string): boolean {
  sync(unfinished);
  const taken = !giveNewName(unfinished, target);
  if (!taken) syncFolder(dirname(target));
  rmSync(unfinished, { force: true });
  return !taken;
}

/** A link is created or refused in one step, so there is no race. If the file system has no links, an empty file reserves the name. */
function giveNewName(unfinished: string, target: string): boolean {
  try {
    linkSync(unfinished, target);
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    if (!reserveName(target)) return false;
    renameSync(unfinished, target);
  }
  return true;
}

function reserveName(target: string): boolean {
  try {
    closeSync(openSync(target, 'wx'));
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Makes a folder and its missing parents, each for its owner only, and durable. */
export function makeFolder(path: string): void {
  const first = mkdirSync(path, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  const highest = resolve(first);
  for (let folder = resolve(path); folder.length >= highest.length; folder = dirname(folder)) syncFolder(dirname(folder));
}

/** Windows has no fsync of a folder. */
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
