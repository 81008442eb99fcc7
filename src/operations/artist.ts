import type { Actor } from '../model/actor.ts';
import type { Artist, ArtistFields } from '../model/artist.ts';
import type { HistoryQuery } from '../model/history.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import type { Conditions, Versioned } from '../model/versioned.ts';
import { albums } from '../store/album.ts';
import { artists, countArtists } from '../store/artist.ts';
import { appendDeletions } from '../store/revision.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { type Creation, createRecord, lockRecord, logDeletion, patchRecord, readRecord, replaceRecord, type Update } from './record.ts';
import { type Asked, listHistory, readAt, readHistoric } from './revision.ts';

export type ArtistPath = { artistId: bigint };
export type ArtistUpdate = ArtistPath & Update<ArtistFields>;

/** @throws Problem `not-found` */
export function readArtist(reader: Reader, { artistId }: ArtistPath): Promise<Versioned<Artist>> {
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
export async function listArtists(reader: Reader, query: PageQuery): Promise<SeekSlice<Artist>> {
  const found = await artists.list(reader, undefined, { ...query, limit: query.limit + 1n });
  return sliceOf(found, query, await countArtists(reader), idCursor);
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
