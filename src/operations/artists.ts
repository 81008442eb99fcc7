import { type Actor, demand } from '../model/actor.ts';
import { type Artist, type ArtistFields, artistFieldNames, type NewArtist } from '../model/artist.ts';
import type { PageQuery, Slice } from '../model/page.ts';
import { notFound } from '../model/problem.ts';
import type { Conditions, Revision } from '../model/revision.ts';
import { allAlbums, deleteAlbumsOf } from '../store/album.ts';
import {
  countArtists,
  deleteArtist as deleteRow,
  findArtist,
  insertArtist,
  listArtists as listRows,
  lockArtist,
  updateArtist,
} from '../store/artist.ts';
import type { Reader, Transaction } from '../store/store.ts';
import { claimId, demandConditions, demandFull, logChange, merged } from './record.ts';

/** @throws Problem `not-found` */
export async function readArtist(reader: Reader, id: bigint): Promise<Revision<Artist>> {
  const found = await findArtist(reader, id);
  if (!found) throw artistNotFound(id);
  return found;
}

/** One page of artists in order of id. */
export async function listArtists(reader: Reader, query: PageQuery): Promise<Slice<Artist>> {
  const records = await listRows(reader, { ...query, limit: query.limit + 1n });
  const limit = Number(query.limit);
  return { records: records.slice(0, limit), total: await countArtists(reader), more: records.length > limit };
}

/** @param input.insist whether an id that is taken refuses the artist instead of being replaced by another */
export async function createArtist(
  tx: Transaction,
  actor: Actor,
  input: { artist: NewArtist; insist: boolean },
): Promise<Revision<Artist>> {
  demand(actor, 'write artists');
  const { id: wish, name, description, image, band } = input.artist;
  const withId = (id: bigint): Artist => ({ id, name, description, image, band });
  const id = await claimId(tx, actor, 'artist', { id: wish, insist: input.insist }, withId);
  const revision = { record: withId(id), version: 1n, changedAt: tx.now };
  await insertArtist(tx, revision);
  return revision;
}

export type ArtistUpdate = { id: bigint; fields: Partial<ArtistFields>; conditions: Conditions };

/** Puts a full artist in place of another. @throws Problem `invalid-input`, `not-found`, `precondition-failed` */
export async function replaceArtist(tx: Transaction, actor: Actor, input: ArtistUpdate): Promise<Revision<Artist>> {
  demand(actor, 'write artists');
  const current = await lockArtist(tx, input.id);
  demandFull(input.fields, artistFieldNames, current?.record);
  return revise(tx, actor, current, input);
}

/** Changes single members of an artist. @throws Problem `not-found`, `precondition-failed` */
export async function patchArtist(tx: Transaction, actor: Actor, input: ArtistUpdate): Promise<Revision<Artist>> {
  demand(actor, 'write artists');
  return revise(tx, actor, await lockArtist(tx, input.id), input);
}

/** A change that changes nothing leaves no trace. */
async function revise(tx: Transaction, actor: Actor, current: Revision<Artist> | undefined, { id, fields, conditions }: ArtistUpdate) {
  if (!current) throw artistNotFound(id);
  demandConditions(conditions, current);
  const record = merged(current.record, fields);
  if (!record) return current;
  const revision = { record, version: current.version + 1n, changedAt: tx.now };
  await logChange(tx, actor, 'artist', id, revision.version, 'update', record);
  await updateArtist(tx, revision);
  return revision;
}

/** Removes an artist and its albums in one change, whose log row keeps all of them. @throws Problem `not-found`, `precondition-failed` */
export async function deleteArtist(tx: Transaction, actor: Actor, input: { id: bigint; conditions: Conditions }): Promise<void> {
  demand(actor, 'delete artists');
  const current = await lockArtist(tx, input.id);
  if (!current) throw artistNotFound(input.id);
  demandConditions(input.conditions, current);
  const albums = (await allAlbums(tx, input.id)).map(({ record, version }) => ({ ...record, version }));
  await logChange(tx, actor, 'artist', input.id, current.version + 1n, 'delete', { ...current.record, albums });
  await deleteAlbumsOf(tx, input.id);
  await deleteRow(tx, input.id);
}

export function artistNotFound(id: bigint) {
  return notFound(`artist ${id}`);
}
