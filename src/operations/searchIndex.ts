import type { Actor } from '../model/actor.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import { type Building, beginBuild, type IndexState, readIndexState, saveIndexState } from '../store/search/state.ts';
import type { Transaction } from '../store/store.ts';

/** Records brought in by one step: some milliseconds, so that changes of others need not wait. */
const atOnce = 100;

const tables = { artist: artists, album: albums };

/** Begins to bring every record into the search index again; where it is complete, searches go on meanwhile. */
export async function rebuildIndex(tx: Transaction): Promise<IndexState> {
  const { complete } = await readIndexState(tx, tx.forUpdate);
  await tx.run(beginBuild(complete));
  return readIndexState(tx);
}

/**
 * Brings the next records into the search index, where it is being built. Several nodes may: each step is one's. A kill between
 * two costs nothing, and changes made meanwhile bring themselves in.
 *
 * @returns how far it is then
 */
export async function buildIndex(tx: Transaction, _actor: Actor, _input: null): Promise<IndexState> {
  const { complete, building } = await readIndexState(tx, tx.forUpdate);
  if (!building) return { complete, building };
  const next = await takeStep(tx, building);
  const state = { complete: complete || next === undefined, building: next };
  await saveIndexState(tx, state);
  return state;
}

async function takeStep(tx: Transaction, building: Building): Promise<Building | undefined> {
  const { build, kind, reached } = building;
  const { last, records, more } = await tables[kind].reindex(tx, build, reached, atOnce);
  const done = building.done + BigInt(records);
  if (more) return { ...building, reached: last, done };
  return kind === 'artist' ? { ...building, kind: 'album', reached: 0n, done } : undefined;
}
