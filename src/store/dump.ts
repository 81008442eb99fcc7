import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dump, dumpFileName, dumpIndex, filesOf } from '../model/dump.ts';
import { parseJson, toJson } from '../model/json.ts';
import { publish } from './durable.ts';

const indexOf = (folder: string) => join(folder, 'index.json');

/** The dumps of a folder, the newest first: those in the index whose files are there. */
export function readDumps(folder: string): Dump[] {
  let text: string;
  try {
    text = readFileSync(indexOf(folder), 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
  const { dumps } = dumpIndex.parse(parseJson(text).value);
  return dumps.filter((dump) => filesOf(dump).every(({ file }) => existsSync(join(folder, file))));
}

/**
 * Removes the files of unfinished dumps, of dumps from before a redaction, and of all but the newest `keep`. A full disk does not hinder
 * it, since it writes nothing.
 *
 * @param redactedAt in ms since 1970
 * @returns the dumps that stay
 */
export function trimDumps(folder: string, keep: number, redactedAt: number): Dump[] {
  const dumps = readDumps(folder)
    .filter(({ made_at }) => Date.parse(made_at) > redactedAt)
    .slice(0, keep);
  removeOthers(folder, dumps);
  return dumps;
}

/**
 * Publishes finished files as the newest dump, and removes all but the newest `keep`. A kill leaves the old index or the new one.
 *
 * @param unfinished the paths of the files, in the order of `filesOf`
 */
export function publishDump(folder: string, unfinished: string[], dump: Dump, keep: number): void {
  const dumps = [dump, ...readDumps(folder)].slice(0, keep);
  // The index is written first: if the disk has no room for it, no file is published.
  writeFileSync(`${indexOf(folder)}.unfinished`, toJson({ dumps }));
  for (const [i, { file }] of filesOf(dump).entries()) publish(unfinished[i] as string, join(folder, file));
  publish(`${indexOf(folder)}.unfinished`, indexOf(folder));
  removeOthers(folder, dumps);
}

function removeOthers(folder: string, dumps: Dump[]): void {
  const kept = dumps.flatMap(filesOf).map(({ file }) => file);
  for (const name of readdirSync(folder)) if (dumpFileName.test(name) && !kept.includes(name)) rmSync(join(folder, name), { force: true });
}
