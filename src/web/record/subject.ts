import { may } from '../../model/actor.ts';
import { type AlbumFields, album } from '../../model/album.ts';
import { type ArtistFields, artist } from '../../model/artist.ts';
import { orElse } from '../../model/awaitable.ts';
import type { Change, HistoryQuery } from '../../model/history.ts';
import { notFound, unlessGone } from '../../model/problem.ts';
import type { EntryKind, Fields, RecordOf, RecordType } from '../../model/record.ts';
import type { SeekPage } from '../../model/seekPage.ts';
import { type Conditions, etagOf, type Versioned } from '../../model/versioned.ts';
import { readAlbum } from '../../operations/album.ts';
import { readArtist } from '../../operations/artist.ts';
import type { RecordOperations } from '../../operations/recordOperations.ts';
import { albumOperations, artistOperations } from '../../operations/registered.ts';
import type { FullVersion } from '../../operations/revision.ts';
import type { Sent } from '../form.ts';
import { albumPathUnder, artistPath, idIn, sitePaths } from '../paths.ts';
import type { Visit } from '../visit.ts';
import { albumControls, artistControls, type Controls } from './control.ts';
import type { Reason } from './reason.ts';

export type Order = { write: Sent['write']; conditions: Conditions; reason: Reason };

/** The record that a page is about, with the operations of the API bound to its ids. */
export type Subject<F extends Fields> = {
  type: RecordType<F> & { kind: EntryKind };
  controls: Controls<F>;
  /** The page of the record; by its id alone if it is deleted. */
  path: string;
  /** The page of the record with these members: the name is part of the path. */
  pathAs(fields: F): string;
  /** The page to go to after its deletion. */
  parent: string;
  /** @throws Problem `not-found` */
  read(): Promise<Versioned<RecordOf<F>>>;
  /** @throws Problem `not-found` */
  readVersion(version: bigint): Promise<FullVersion<F>>;
  /** @throws Problem `not-found` */
  listHistory(query: HistoryQuery): Promise<SeekPage<Change, bigint>>;
  patch(fields: Partial<F>, order: Order): Promise<unknown>;
  remove(order: Order): Promise<unknown>;
  revert(version: bigint, order: Order): Promise<unknown>;
};

/** @throws Problem `not-found` if there never was such a record */
export async function artistOf(visit: Visit): Promise<Subject<ArtistFields>> {
  const artistId = idParam(visit, 'artist');
  const known = await findArtist(visit, artistId);
  const path = known ? artistPath(known.record) : `/artists/${artistId}`;
  const pathAs = ({ name }: ArtistFields) => artistPath({ id: artistId, name });
  return subjectAt(visit, { artistId }, artistOperations, {
    type: artist,
    controls: artistControls,
    path,
    pathAs,
    parent: sitePaths.artists,
  });
}

/** @throws Problem `not-found` */
export async function albumOf(visit: Visit): Promise<Subject<AlbumFields>> {
  const key = { artistId: idParam(visit, 'artist'), albumId: idParam(visit, 'album') };
  const owner = await findArtist(visit, key.artistId);
  const known = owner && (await orElse(() => visit.services.store.read(readAlbum, key), unlessGone));
  const parent = owner ? artistPath(owner.record) : `/artists/${key.artistId}`;
  const path = owner && known ? albumPathUnder(parent, known.record) : `${parent}/albums/${key.albumId}`;
  const pathAs = ({ name }: AlbumFields) => albumPathUnder(parent, { id: key.albumId, name });
  return subjectAt(visit, key, albumOperations, { type: album, controls: albumControls, path, pathAs, parent });
}

const findArtist = ({ services }: Visit, artistId: bigint) => orElse(() => services.store.read(readArtist, { artistId }), unlessGone);

function idParam({ ctx }: Visit, name: string): bigint {
  const id = idIn(ctx.params[name] ?? '');
  if (id === undefined) throw notFound(`such an ${name}`);
  return id;
}

function subjectAt<F extends Fields, P extends object>(
  visit: Visit,
  key: P,
  { read, history, patch, remove, revert }: Omit<RecordOperations<F, object, P>, 'create'>,
  about: Pick<Subject<F>, 'type' | 'controls' | 'path' | 'pathAs' | 'parent'>,
): Subject<F> {
  return {
    ...about,
    read: async () => visit.services.store.read(read, key),
    readVersion: (version) =>
      pastOf(visit, (evenDeleted) => visit.services.store.readSlow(history.read, { ...key, version, evenDeleted }, visit.caller())),
    listHistory: (query) =>
      pastOf(visit, (evenDeleted) => visit.services.store.readSlow(history.list, { ...key, ...query, evenDeleted }, visit.caller())),
    patch: (fields, { write, conditions, reason }) => write(patch, { ...key, fields, conditions }, reason),
    remove: ({ write, conditions, reason }) => write(remove, { ...key, conditions }, reason),
    revert: (version, { write, conditions, reason }) => write(revert, { ...key, version, conditions }, reason),
  };
}

/** The history of a deleted record needs a right. @throws Problem `not-found` */
async function pastOf<O>({ member }: Visit, read: (evenDeleted: boolean) => Promise<O | undefined>): Promise<O> {
  const found = await read(member !== undefined && may(member.actor, 'read deleted'));
  if (found === undefined) throw notFound('such a record');
  return found;
}

/** `tag`: the entity tag of the newest version. `there`: whether the record is not deleted. @throws Problem `not-found` */
export async function newestOf<F extends Fields>(subject: Subject<F>): Promise<{ version: bigint; tag: string; there: boolean }> {
  const [newest] = (await subject.listHistory({ limit: 1n })).rows;
  if (!newest) throw notFound('such a record');
  const { version, at, action } = newest.revision;
  return { version, tag: etagOf({ version, changedAt: at, shape: subject.type.shape }), there: action !== 'delete' };
}
