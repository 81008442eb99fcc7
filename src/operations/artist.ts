import type { Actor } from '../model/actor.ts';
import type { Artist, ArtistFields } from '../model/artist.ts';
import { type Awaitable, after } from '../model/awaitable.ts';
import type { HistoryQuery } from '../model/history.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import type { Conditions, Versioned } from '../model/versioned.ts';
import { albums } from '../store/album.ts';
import { artists, countArtists, listFrom, readSpan } from '../store/artist.ts';
import { appendDeletions } from '../store/revision.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { type Creation, createRecord, lockRecord, logDeletion, patchRecord, readRecord, replaceRecord, type Update } from './record.ts';
import { type Asked, listHistory, readAt, readHistoric } from './revision.ts';

export type ArtistPath = { artistId: bigint };
export type ArtistUpdate = ArtistPath & Update<ArtistFields>;

/** @throws Problem `not-found` */
export function readArtist(reader: Reader, { artistId }: ArtistPath): Awaitable<Versioned<Artist>> {
  return readRecord(reader, artists, { id: artistId });
}

/** The artist as it stood at a moment. */
export function readArtistAt(reader: Reader, { artistId: id, ...asked }: ArtistPath & Asked<{ at: number }>) {
  return readAt(reader, artists.type, { id, ...asked });
}

/** A page of the versions of an artist. */
export function listArtistRevisions(reader: Reader, { artistId: id, ...asked }: ArtistPath & Asked<HistoryQuery>) {
  return listHistory(reader, artists.type, { id, ...asked });
}

/** One version of an artist. */
export function readArtistRevision(reader: Reader, { artistId: id, ...asked }: ArtistPath & Asked<{ version: bigint }>) {
  return readHistoric(reader, artists.type, { id, ...asked });
}

/** One page of artists in order of id. */
export function listArtists(reader: Reader, query: PageQuery): Awaitable<SeekSlice<Artist>> {
  const found = artists.list(reader, undefined, { ...query, limit: query.limit + 1n });
  return after(found, (records) => after(countArtists(reader), (total) => sliceOf(records, query, total, idCursor)));
}

/** Artists from the first on that are reached by offset at once. */
const near = 500n;

/**
 * Some artists, and how many there are in all.
 *
 * @param numbers any numbers: which decide what artists it is; more than `count`, since those of several may be the same
 */
export async function pickArtists(reader: Reader, { count, numbers }: { count: number; numbers: bigint[] }) {
  const span = await readSpan(reader);
  if (!span) return { artists: [], total: 0n };
  const { first, last, total } = span;
  const spread = await listFrom(
    reader,
    numbers.map((number) => first + (number % (last - first + 1n))),
  );
  if (spread.length >= count) return { artists: spread.slice(0, count), total };
  // Ids have gaps, so those may be too few: then others in a row fill up.
  const limit = BigInt(count);
  const few = total < near ? total : near;
  const offset = few > limit ? (numbers[0] as bigint) % (few - limit + 1n) : 0n;
  const row = await artists.list(reader, undefined, { limit, offset, after: undefined });
  const picked = new Map([...spread, ...row].map((artist) => [artist.id, artist] as const));
  return { artists: [...picked.values()].slice(0, count), total };
}

/** @throws Problem `precondition-failed` */
export async function createArtist(tx: Transaction, actor: Actor, input: Creation<ArtistFields>): Promise<Versioned<Artist>> {
  return createRecord(tx, actor, artists, input);
}

/** @throws Problem `invalid-input`, `not-found`, `precondition-failed` */
export async function replaceArtist(tx: Transaction, actor: Actor, { artistId: id, ...update }: ArtistUpdate): Promise<Versioned<Artist>> {
  return replaceRecord(tx, actor, artists, { id, ...update });
}

/** @throws Problem `not-found`, `precondition-failed` */
export async function patchArtist(tx: Transaction, actor: Actor, { artistId: id, ...update }: ArtistUpdate): Promise<Versioned<Artist>> {
  return patchRecord(tx, actor, artists, { id, ...update });
}

/** Removes an artist and its albums in one write, with a row in the log for each. @throws Problem `not-found`, `precondition-failed` */
export async function deleteArtist(
  tx: Transaction,
  actor: Actor,
  { artistId: id, conditions }: ArtistPath & { conditions: Conditions },
): Promise<void> {
  const current = await lockRecord(tx, artists, { id, conditions });
  await logDeletion(tx, actor, artists.type, { id }, current);
  await appendDeletions(tx, albums.type, id, actor.accountId);
  await albums.removeAll(tx, id);
  await artists.remove(tx, id);
}
