import { type Actor, require } from '../model/actor.ts';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { contentOf, type Former } from '../model/content.ts';
import { fieldError, invalidInput, Problem } from '../model/problem.ts';
import type { Fields, RecordOf, RecordType } from '../model/record.ts';
import type { Versioned } from '../model/versioned.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import type { Place, RecordTable } from '../store/record.ts';
import { appendRestorations, findNewest, findRevision, type Logged, listRestored } from '../store/revision.ts';
import type { Transaction } from '../store/store.ts';
import type { AlbumPath } from './album.ts';
import type { ArtistPath } from './artist.ts';
import { readContents, readVersion } from './history.ts';
import { logRevision } from './log.ts';
import { demandConditions, nextOf, type Reversion, requireFound, revise } from './record.ts';

/**
 * Makes an artist what it was at a version. One that is deleted comes back, with the albums that went with it, which takes the
 * right to delete it.
 *
 * @throws Problem `invalid-input` where there is no such version, `not-found`, `forbidden`, `precondition-failed`
 */
export async function revertArtist(tx: Transaction, actor: Actor, input: ArtistPath & Reversion): Promise<Versioned<Artist>> {
  const { artistId: id, ...reversion } = input;
  const current = await artists.lock(tx, { id });
  if (current) return revertRecord(tx, actor, artists, { id }, current, reversion);
  const deletion = await findDeletion(tx, artists.type, { id });
  // Another transaction restored it between the two looks.
  if (!deletion) return revertArtist(tx, actor, input);
  require(actor, 'delete artists');
  const restored = await revertDeletion(tx, actor, artists, { id }, deletion, reversion);
  await restoreAlbums(tx, actor, id, deletion.changeset);
  return restored;
}

/**
 * Makes an album what it was at a version. One that is deleted comes back, which takes the right to delete it.
 *
 * @throws Problem `invalid-input` where there is no such version, `not-found`, `forbidden`, `precondition-failed`,
 * `artist-deleted`
 */
export async function revertAlbum(
  tx: Transaction,
  actor: Actor,
  { artistId, albumId: id, ...reversion }: AlbumPath & Reversion,
): Promise<Versioned<Album>> {
  const artist = await artists.lock(tx, { id: artistId });
  const current = await albums.lock(tx, { id, artistId });
  if (current) return revertRecord(tx, actor, albums, { id, artistId }, current, reversion);
  const deletion = await findDeletion(tx, albums.type, { id, artistId });
  require(actor, 'delete albums');
  if (!artist || !deletion) throw artistDeleted(artistId);
  return revertDeletion(tx, actor, albums, { id, artistId }, deletion, reversion);
}

async function revertRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  place: Place,
  current: Versioned<RecordOf<F>>,
  { version, conditions }: Reversion,
): Promise<Versioned<RecordOf<F>>> {
  const brought = await requireVersion(tx, table.type, { id: place.id, version, newest: current.version });
  demandConditions(conditions, current);
  return revise(tx, actor, table, place, current, brought.record, brought);
}

async function revertDeletion<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  table: RecordTable<F>,
  place: Place,
  deletion: Logged,
  { version, conditions }: Reversion,
): Promise<Versioned<RecordOf<F>>> {
  const brought = await requireVersion(tx, table.type, { id: place.id, version, newest: deletion.version });
  demandConditions(conditions, { version: deletion.version, changedAt: deletion.at, shape: table.type.shape }, true);
  return restoreRecord(tx, actor, table, place, deletion, brought);
}

/** Puts a deleted record back as it was at a version. An album needs its artist to be there. */
async function restoreRecord<F extends Fields>(
  tx: Transaction,
  actor: Actor,
  { type, insert }: RecordTable<F>,
  { id, artistId }: Place,
  deletion: { version: bigint; at: number },
  brought: Former<F>,
): Promise<Versioned<RecordOf<F>>> {
  const { version, changedAt } = nextOf({ version: deletion.version, changedAt: deletion.at }, tx.now);
  const content = contentOf(type, brought.record, brought);
  const entry = { kind: type.kind, id, version, action: 'restore' as const, at: changedAt, artistId, reverts: brought.version };
  await logRevision(tx, actor, { ...entry, ...content });
  const restored = { record: brought.record, version, changedAt, shape: type.shape };
  await insert(tx, artistId, restored);
  return restored;
}

/** Albums put back at once; each page is a statement or two. */
const pageSize = 500;

/** Brings back the albums that went with an artist, each as it was then, however many they are. @param changeset of the deletion */
async function restoreAlbums(tx: Transaction, actor: Actor, artistId: bigint, changeset: bigint): Promise<void> {
  await appendRestorations(tx, albums.type.kind, { artistId, changeset, accountId: actor.accountId });
  for (let after = 0n; ; ) {
    const page = await listRestored(tx, albums.type.kind, { artistId, after, limit: pageSize });
    const records = (await readContents(tx, albums.type, page)) as Album[];
    await albums.insertAll(
      tx,
      page.map(({ version, at }, i) => ({ record: records[i] as Album, version, changedAt: at, shape: albums.type.shape, artistId })),
    );
    after = page.at(-1)?.id ?? after;
    if (page.length < pageSize) return;
  }
}

/**
 * The deletion of a record that was not there when it was looked for.
 *
 * @returns undefined where it is there now
 * @throws Problem `not-found` where it never was, or not at that place
 */
async function findDeletion<F extends Fields>(tx: Transaction, { kind }: RecordType<F>, place: Place): Promise<Logged | undefined> {
  const newest = await findNewest(tx, kind, place.id);
  const revision = newest && (await findRevision(tx, kind, place.id, newest.version));
  const found = requireFound(kind, place, revision?.artistId === (place.artistId ?? null) ? revision : undefined);
  return found.members === null ? found : undefined;
}

/** @throws Problem `invalid-input` */
async function requireVersion<F extends Fields>(
  tx: Transaction,
  type: RecordType<F>,
  { id, version, newest }: { id: bigint; version: bigint; newest: bigint },
): Promise<Former<F>> {
  const found = await readVersion(tx, type, { id, version });
  if (!found) throw invalidInput(fieldError('/version', 'noVersion', `${type.kind} ${id}`, String(newest)));
  if (!found.record) throw invalidInput(fieldError('/version', 'deletion', `${type.kind} ${id}`));
  return { record: found.record, version, content: found.revision };
}

function artistDeleted(artistId: bigint): Problem {
  return new Problem('artist-deleted', `Artist ${artistId} is deleted. Restore it first; the albums that went with it come back with it.`);
}
