import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Dump, dumpIndex, filesOf, ofDumps } from '../model/dump.ts';
import { parseJson, toJson } from '../model/json.ts';
import { publish } from './durable.ts';

const indexOf = (folder: string) => join(folder, 'index.json');

/** The dumps of a folder, the newest first. A file that is not in the index is not published. */
export function readDumps(folder: string): Dump[] {
  let text: string;
  try {
    text = readFileSync(indexOf(folder), 'utf8');
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return [];
    throw error;
  }
  return dumpIndex.parse(parseJson(text).value).dumps;
}

/**
 * Publishes finished files as the newest dump, and removes all but the newest `keep`. A kill leaves the old index or the new one.
 *
 * @param unfinished the paths of the files, in the order of `filesOf`
 * @param redactedAt in ms since 1970; dumps from before are withdrawn
 */
export function publishDump(folder: string, unfinished: string[], dump: Dump, keep: number, redactedAt: number): void {
  for (const [i, { file }] of filesOf(dump).entries()) publish(unfinished[i] as string, join(folder, file));
  const others = readDumps(folder).filter(({ made_at }) => Date.parse(made_at) > redactedAt);
  const dumps = [dump, ...others].slice(0, keep);
  writeFileSync(`${indexOf(folder)}.unfinished`, toJson({ dumps }));
  publish(`${indexOf(folder)}.unfinished`, indexOf(folder));
  removeOthers(folder);
}

/** Removes the files of dumps that are not in the index: old ones and unfinished ones. */
export function removeOthers(folder: string): void {
  const kept = readDumps(folder)
    .flatMap(filesOf)
    .map(({ file }) => file);
  for (const name of readdirSync(folder)) if (ofDumps.test(name) && !kept.includes(name)) rmSync(join(folder, name), { force: true });
}
