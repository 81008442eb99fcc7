import type { Actor } from '../model/actor.ts';
import { searchedKinds } from '../model/record.ts';
import { generation } from '../model/search/generation.ts';
import { recordTables } from '../store/kinds.ts';
import { mergeStep } from '../store/search/merge.ts';
import { type Building, beginBuild, type IndexState, readIndexState, saveIndexState } from '../store/search/state.ts';
import { removeUnusedWords } from '../store/search/unusedWords.ts';
import type { Transaction } from '../store/store.ts';

/** Records brought in by one step: some milliseconds, so that changes of others need not wait. */
const atOnce = 100;
const wordsAtOnce = 500;

/** Begins to bring every record into the search index again; where it is complete, searches go on meanwhile. */
export async function rebuildIndex(tx: Transaction): Promise<IndexState> {
  const { complete } = await readIndexState(tx, tx.forUpdate);
  await tx.run(beginBuild(tx.engine, complete));
  return readIndexState(tx);
}

/** Begins to build the index again where it was made by other rules, once however many nodes ask. @param input whether rules that are newer than these count too */
export async function renewIndex(tx: Transaction, _actor: Actor, { newer }: { newer: boolean }): Promise<IndexState> {
  const { complete, rules } = await readIndexState(tx, tx.forUpdate);
  if (newer ? rules !== generation : rules < generation) await tx.run(beginBuild(tx.engine, complete));
  return readIndexState(tx);
}

/**
 * Brings the next records into the search index, where it is being built. Several nodes may: each step is one's. A kill between
 * two costs nothing, and changes made meanwhile bring themselves in.
 *
 * @returns how far it is then
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
