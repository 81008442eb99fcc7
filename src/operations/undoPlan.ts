import { toJson } from '../model/json.ts';
import { notFound } from '../model/problem.ts';
import type { Fields, Kind, RecordType } from '../model/record.ts';
import {
  type LeftRecord,
  type NamedRecord,
  type Span,
  type UndoPlan,
  type UndoPosition,
  type UndoStep,
  undoPhases,
} from '../model/undo.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import { findNewest } from '../store/revision.ts';
import type { Reader } from '../store/store.ts';
import { findFirstTouch, findLastOther, hasWorked, listShared, listTouched, type Touched } from '../store/undo.ts';
import { readVersion } from './history.ts';

/** `limit`: how many records are looked at. */
export type UndoQuery = Span & { after: UndoPosition; limit: number };

/** What undoing makes of a record; nothing where it is as it was already. */
type Decision = { step: UndoStep } | { left: LeftRecord } | undefined;

/** @throws Problem `not-found` where there is no such account, and never was one that changed a record */
export async function planUndo(reader: Reader, { after, limit, ...span }: UndoQuery): Promise<UndoPlan> {
  if (!(await hasWorked(reader, span.accountId))) throw notFound(`account ${span.accountId}`);
  const plan: UndoPlan = { steps: [], left: [], next: null };
  const judges = judgesOf(reader, span);
  let room = limit;
  for (const phase of undoPhases.slice(undoPhases.indexOf(after.phase))) {
    const { kind, judge } = judges[phase];
    const from = phase === after.phase ? after.id : 0n;
    const found = await listTouched(reader, kind, span, from, room + 1);
    const taken = found.slice(0, room);
    for (const touched of taken) note(plan, await judge(touched));
    if (found.length > room) return { ...plan, next: { phase, id: taken.at(-1)?.id ?? from } };
    room -= taken.length;
  }
  return plan;
}

function note({ steps, left }: UndoPlan, decision: Decision): void {
  if (!decision) return;
  if ('step' in decision) steps.push(decision.step);
  else left.push(decision.left);
}

type Judge = { kind: Kind; judge(touched: Touched): Promise<Decision> };

/** What each phase decides of the records that were changed. */
function judgesOf(reader: Reader, span: Span): Record<UndoPosition['phase'], Judge> {
  const artistsThere = new Map<bigint, Promise<boolean>>();
  const isThere = (id: bigint) => {
    const known = artistsThere.get(id) ?? artistIsThere(reader, span, id);
    artistsThere.set(id, known);
    return known;
  };
  return {
    artists: {
      kind: 'artist',
      async judge(touched) {
        const decision = await decide(reader, artists.type, span, touched);
        return isDeletion(decision) ? undefined : decision;
      },
    },
    albums: {
      kind: 'album',
      async judge(touched) {
        const decision = await decide(reader, albums.type, span, touched);
        if (!decision || !('step' in decision) || decision.step.action !== 'restore') return decision;
        return (await isThere(decision.step.artistId as bigint)) ? decision : { left: withoutArtist(decision.step) };
      },
    },
    deletions: {
      kind: 'artist',
      async judge(touched) {
        const decision = await decide(reader, artists.type, span, touched);
        if (!isDeletion(decision)) return undefined;
        const album = await findStaying(reader, span, touched.id);
        return album === undefined ? decision : { left: withAlbums(decision.step, album) };
      },
    },
  };
}

function isDeletion(decision: Decision): decision is { step: UndoStep } {
  return decision !== undefined && 'step' in decision && decision.step.action === 'delete';
}

/**
 * What undoing makes of a record: what it was before the first of the changes, unless others changed it after that and it is
 * not again as it was then.
 */
async function decide<F extends Fields>(reader: Reader, type: RecordType<F>, span: Span, { id, first }: Touched): Promise<Decision> {
  const { kind } = type;
  const read = (version: bigint) => readVersion(reader, type, { id, version });
  const newest = (await findNewest(reader, kind, id))?.version as bigint;
  const other = await findLastOther(reader, kind, id, span);
  const target = other?.version ?? 0n;
  const [now, then] = [await read(newest), await read(target)];
  const { name = '' } = { ...(now?.record ?? then?.record) } as { name?: string };
  const named = { kind, id, artistId: now?.revision.artistId ?? null, name };
  if (other && target >= first && toJson(then?.record) !== toJson((await read(first - 1n))?.record))
    return { left: changedSince(named, other) };
  if (toJson(now?.record) === toJson(then?.record)) return undefined;
  const action = then?.record === undefined ? 'delete' : now?.record === undefined ? 'restore' : 'update';
  return { step: { ...named, action, newest, target } };
}

/** Whether an artist is there once its own changes are undone. */
async function artistIsThere(reader: Reader, span: Span, id: bigint): Promise<boolean> {
  if (await artists.find(reader, { id })) return true;
  const first = await findFirstTouch(reader, 'artist', id, span);
  const decision = first === undefined ? undefined : await decide(reader, artists.type, span, { id, first });
  return decision !== undefined && 'step' in decision;
}

const pageSize = 500;

/** An album that keeps an artist from being deleted, since it stays or comes back when all is undone. */
async function findStaying(reader: Reader, span: Span, artistId: bigint): Promise<bigint | undefined> {
  for (let after = 0n; ; ) {
    const page = await listShared(reader, artistId, span, after, pageSize);
    for (const id of page) if (await stays(reader, span, { id, artistId })) return id;
    after = page.at(-1) ?? after;
    if (page.length < pageSize) return undefined;
  }
}

async function stays(reader: Reader, span: Span, place: { id: bigint; artistId: bigint }): Promise<boolean> {
  const isThere = (await albums.find(reader, place)) !== undefined;
  const first = await findFirstTouch(reader, 'album', place.id, span);
  const decision = first === undefined ? undefined : await decide(reader, albums.type, span, { id: place.id, first });
  return decision !== undefined && 'step' in decision ? decision.step.action !== 'delete' : isThere;
}

export function changedSince({ kind, id, artistId, name }: NamedRecord, by: { version: bigint; accountId: bigint | null }): LeftRecord {
  const who = by.accountId === null ? 'the service' : `account ${by.accountId}`;
  return { kind, id, artistId, name, reason: 'changed-since', detail: `Version ${by.version}, by ${who}, would be lost.` };
}

export function withoutArtist({ kind, id, artistId, name }: NamedRecord): LeftRecord {
  return { kind, id, artistId, name, reason: 'artist-deleted', detail: `Artist ${artistId} is deleted. Restore it, then undo this again.` };
}

/** @param album one that it has, where it is known */
export function withAlbums({ kind, id, artistId, name }: NamedRecord, album?: bigint): LeftRecord {
  const which = album === undefined ? 'albums' : `album ${album}`;
  return {
    kind,
    id,
    artistId,
    name,
    reason: 'has-albums',
    detail: `It has ${which}, which others made or changed, or the account at another time.`,
  };
}
