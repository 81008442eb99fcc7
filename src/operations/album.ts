import type { Actor } from '../model/actor.ts';
import type { Album, AlbumFields } from '../model/album.ts';
import { type Awaitable, after } from '../model/awaitable.ts';
import type { HistoryQuery } from '../model/history.ts';
import { idCursor, type PageQuery, type SeekSlice, sliceOf } from '../model/page.ts';
import type { Conditions, Versioned } from '../model/versioned.ts';
import { albums, countAlbums, listAlbumsOf } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import type { Place } from '../store/record.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { type ArtistPath, readArtist } from './artist.ts';
import { type Creation, createRecord, deleteRecord, lockRecord, patchRecord, readRecord, replaceRecord, type Update } from './record.ts';
import { type Asked, listHistory, readAt, readHistoric } from './revision.ts';

/** An album is addressed by its artist and its own id; a pair that does not belong together is not found. */
export type AlbumPath = { artistId: bigint; albumId: bigint };
export type AlbumUpdate = AlbumPath & Update<AlbumFields>;

/** @throws Problem `not-found` */
export function readAlbum(reader: Reader, { artistId, albumId }: AlbumPath): Awaitable<Versioned<Album>> {
  return readRecord(reader, albums, { id: albumId, artistId });
}

/** The album as it stood at a moment. */
export function readAlbumAt(reader: Reader, { albumId: id, ...asked }: AlbumPath & Asked<{ at: number }>) {
  return readAt(reader, albums.type, { id, ...asked });
}

/** A page of the versions of an album. */
export function listAlbumRevisions(reader: Reader, { albumId: id, ...asked }: AlbumPath & Asked<HistoryQuery>) {
  return listHistory(reader, albums.type, { id, ...asked });
}

/** One version of an album. */
export function readAlbumRevision(reader: Reader, { albumId: id, ...asked }: AlbumPath & Asked<{ version: bigint }>) {
  return readHistoric(reader, albums.type, { id, ...asked });
}

/** One page of an artist's albums in order of id. @throws Problem `not-found` where the artist is not there */
export async function listAlbums(reader: Reader, { artistId, ...query }: PageQuery & ArtistPath): Promise<SeekSlice<Album>> {
  await readArtist(reader, { artistId });
  const found = await albums.list(reader, artistId, { ...query, limit: query.limit + 1n });
  return sliceOf(found, query, await countAlbums(reader, artistId), idCursor);
}

/** `total` counts those that are not read too. */
export type Discography = { albums: Album[]; total: bigint };

/** The first `most` albums of an artist by id, in the order in which they came out. */
export function readDiscography(reader: Reader, { artistId, most }: ArtistPath & { most: bigint }): Awaitable<Discography> {
  const found = albums.list(reader, artistId, { limit: most, offset: 0n, after: undefined });
  return after(found, (records) => {
    const total = BigInt(records.length) < most ? BigInt(records.length) : countAlbums(reader, artistId);
    return after(total, (total) => ({ albums: records.sort((a, b) => a.year - b.year), total }));
  });
}

/** Albums that are looked at of each artist, on average. */
const looked = 100;

/** The first and the latest album of each of some artists, in their order. */
export async function listOuterAlbums(reader: Reader, { artistIds }: { artistIds: bigint[] }) {
  const found = await listAlbumsOf(reader, artistIds, looked * artistIds.length);
  return artistIds.map((id) => {
    const sorted = found.get(id)?.sort((a, b) => a.year - b.year) ?? [];
    return { first: sorted[0], latest: sorted.at(-1) };
  });
}

/** @throws Problem `not-found` where the artist is not there, `precondition-failed` */
export async function createAlbum(tx: Transaction, actor: Actor, input: ArtistPath & Creation<AlbumFields>): Promise<Versioned<Album>> {
  await lockRecord(tx, artists, { id: input.artistId, conditions: {} });
  return createRecord(tx, actor, albums, input);
}

/** @throws Problem `invalid-input`, `not-found`, `precondition-failed` */
export async function replaceAlbum(
  tx: Transaction,
  actor: Actor,
  { albumId, artistId, ...update }: AlbumUpdate,
): Promise<Versioned<Album>> {
  return replaceRecord(tx, actor, albums, { ...(await holdArtist(tx, { artistId, albumId })), ...update });
}

/** @throws Problem `not-found`, `precondition-failed` */
export async function patchAlbum(tx: Transaction, actor: Actor, { albumId, artistId, ...update }: AlbumUpdate): Promise<Versioned<Album>> {
  return patchRecord(tx, actor, albums, { ...(await holdArtist(tx, { artistId, albumId })), ...update });
}

/** @throws Problem `not-found`, `precondition-failed` */
export async function deleteAlbum(
  tx: Transaction,
  actor: Actor,
  { albumId, artistId, conditions }: AlbumPath & { conditions: Conditions },
): Promise<void> {
  await deleteRecord(tx, actor, albums, { ...(await holdArtist(tx, { artistId, albumId })), conditions });
}

/** A write to an album locks its artist, so that deleting the artist and changing its albums take turns. */
async function holdArtist(tx: Transaction, { artistId, albumId }: AlbumPath): Promise<Place> {
  await artists.lock(tx, { id: artistId });
  return { id: albumId, artistId };
}
