import type { Actor } from '../model/actor.ts';
import { searchedKinds } from '../model/record.ts';
import { generation } from '../model/search/generation.ts';
import { recordTables } from '../store/kinds.ts';
import { mergeStep } from '../store/search/merge.ts';
import { type Building, beginBuild, type IndexState, readIndexState, saveIndexState } from '../store/search/state.ts';
import { removeUnusedWords } from '../store/search/unusedWords.ts';
import type { Transaction } from '../store/store.ts';

/** Records of one step: it takes some milliseconds, so that other changes do not wait long. */
const atOnce = 100;
/** Words of one step that removes unused words. */
const wordsAtOnce = 500;

/** Starts a rebuild of the search index. If the index is complete, searches continue meanwhile. */
export async function rebuildIndex(tx: Transaction): Promise<IndexState> {
  const { complete } = await readIndexState(tx, tx.forUpdate);
  await tx.run(beginBuild(tx.engine, complete));
  return readIndexState(tx);
}

/**
 * Starts a rebuild if the index was made by older rules. Several nodes may ask, and one starts it.
 *
 * @param newer whether to rebuild an index of newer rules too
 */
export async function renewIndex(tx: Transaction, _actor: Actor, { newer }: { newer: boolean }): Promise<IndexState> {
  const { complete, rules } = await readIndexState(tx, tx.forUpdate);
  if (newer ? rules !== generation : rules < generation) await tx.run(beginBuild(tx.engine, complete));
  return readIndexState(tx);
}

/**
 * Adds the next records to the search index during a build. Several nodes may do it, each its own step. After a crash the build continues;
 * changes made meanwhile write their own entries.
 *
 * @returns the progress
 */
export async function buildIndex(tx: Transaction, _actor: Actor, _input: null): Promise<IndexState> {
  const { complete, building, rules } = await readIndexState(tx, tx.forUpdate);
  if (!building) return { complete, building, rules };
  const next = await takeStep(tx, building);
  const state = { complete: complete || next === undefined || next.kind === 'word', building: next, rules };
  await saveIndexState(tx, state);
  return state;
}

async function takeStep(tx: Transaction, building: Building): Promise<Building | undefined> {
  const { build, kind, reached } = building;
  if (kind === 'word') return removeStep(tx, building);
  const { last, records, more } = await recordTables[kind].reindex(tx, build, reached, atOnce);
  const done = building.done + BigInt(records);
  if (more) return { ...building, reached: last, done };
  return { ...building, kind: searchedKinds[searchedKinds.indexOf(kind) + 1] ?? 'word', reached: 0n, done };
}

async function removeStep(tx: Transaction, building: Building): Promise<Building | undefined> {
  const { kept, more } = await removeUnusedWords(tx, building.reached, wordsAtOnce);
  const next = { ...building, reached: building.reached + kept };
  return more || (await mergeStep(tx)) ? next : undefined;
}
