import { type Actor, demand } from '../model/actor.ts';
import { type Album, type AlbumFields, albumFieldNames, type NewAlbum } from '../model/album.ts';
import type { PageQuery, Slice } from '../model/page.ts';
import { notFound } from '../model/problem.ts';
import type { Conditions, Revision } from '../model/revision.ts';
import { countAlbums, deleteAlbum as deleteRow, findAlbum, insertAlbum, listAlbums as listRows, updateAlbum } from '../store/album.ts';
import { findArtist, lockArtist } from '../store/artist.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { artistNotFound } from './artists.ts';
import { claimId, demandConditions, demandFull, logChange, merged } from './record.ts';

/** An album is addressed by its artist and its own id; a pair that does not belong together is not found. */
export type AlbumPath = { artistId: bigint; albumId: bigint };

/** @throws Problem `not-found` */
export async function readAlbum(reader: Reader, path: AlbumPath): Promise<Revision<Album>> {
  const found = await findAlbum(reader, path.artistId, path.albumId);
  if (!found) throw albumNotFound(path);
  return found;
}

/** One page of an artist's albums in order of id. @throws Problem `not-found` where the artist is not there */
export async function listAlbums(reader: Reader, { artistId, ...query }: PageQuery & { artistId: bigint }): Promise<Slice<Album>> {
  if (!(await findArtist(reader, artistId))) throw artistNotFound(artistId);
  const records = await listRows(reader, artistId, { ...query, limit: query.limit + 1n });
  const limit = Number(query.limit);
  return { records: records.slice(0, limit), total: await countAlbums(reader, artistId), more: records.length > limit };
}

/** @param input.insist as for artists. @throws Problem `not-found` where the artist is not there */
export async function createAlbum(
  tx: Transaction,
  actor: Actor,
  input: { artistId: bigint; album: NewAlbum; insist: boolean },
): Promise<Revision<Album>> {
  demand(actor, 'write albums');
  const { artistId } = input;
  const { id: wish, name, year, image } = input.album;
  if (!(await lockArtist(tx, artistId))) throw artistNotFound(artistId);
  const withId = (id: bigint): Album => ({ id, name, year, image });
  const id = await claimId(tx, actor, 'album', { id: wish, insist: input.insist }, (id) => ({ artistId, ...withId(id) }));
  const revision = { record: withId(id), version: 1n, changedAt: tx.now };
  await insertAlbum(tx, artistId, revision);
  return revision;
}

export type AlbumUpdate = AlbumPath & { fields: Partial<AlbumFields>; conditions: Conditions };

/** Puts a full album in place of another. @throws Problem `invalid-input`, `not-found`, `precondition-failed` */
export async function replaceAlbum(tx: Transaction, actor: Actor, input: AlbumUpdate): Promise<Revision<Album>> {
  demand(actor, 'write albums');
  const current = await lockAlbum(tx, input);
  demandFull(input.fields, albumFieldNames, current?.record);
  return revise(tx, actor, current, input);
}

/** Changes single members of an album. @throws Problem `not-found`, `precondition-failed` */
export async function patchAlbum(tx: Transaction, actor: Actor, input: AlbumUpdate): Promise<Revision<Album>> {
  demand(actor, 'write albums');
  return revise(tx, actor, await lockAlbum(tx, input), input);
}

/** Whoever changes an album holds its artist, so that deleting the artist and changing its albums take turns. */
async function lockAlbum(tx: Transaction, { artistId, albumId }: AlbumPath): Promise<Revision<Album> | undefined> {
  return (await lockArtist(tx, artistId)) && findAlbum(tx, artistId, albumId);
}

async function revise(tx: Transaction, actor: Actor, current: Revision<Album> | undefined, { fields, conditions, ...path }: AlbumUpdate) {
  if (!current) throw albumNotFound(path);
  demandConditions(conditions, current);
  const record = merged(current.record, fields);
  if (!record) return current;
  const revision = { record, version: current.version + 1n, changedAt: tx.now };
  await logChange(tx, actor, 'album', path.albumId, revision.version, 'update', { artistId: path.artistId, ...record });
  await updateAlbum(tx, revision);
  return revision;
}

/** @throws Problem `not-found`, `precondition-failed` */
export async function deleteAlbum(
  tx: Transaction,
  actor: Actor,
  { conditions, ...path }: AlbumPath & { conditions: Conditions },
): Promise<void> {
  demand(actor, 'delete albums');
  const current = await lockAlbum(tx, path);
  if (!current) throw albumNotFound(path);
  demandConditions(conditions, current);
  await logChange(tx, actor, 'album', path.albumId, current.version + 1n, 'delete', { artistId: path.artistId, ...current.record });
  await deleteRow(tx, path.albumId);
}

function albumNotFound({ artistId, albumId }: AlbumPath) {
  return notFound(`album ${albumId} of artist ${artistId}`);
}
