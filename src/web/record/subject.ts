import { may } from '../../model/actor.ts';
import { type AlbumFields, album } from '../../model/album.ts';
import { type ArtistFields, artist } from '../../model/artist.ts';
import { orElse } from '../../model/awaitable.ts';
import type { Change, HistoryQuery } from '../../model/history.ts';
import { notFound, unlessGone } from '../../model/problem.ts';
import type { Fields, RecordOf, RecordType } from '../../model/record.ts';
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

/** What a form asks for: how it writes, on which conditions, and why. */
export type Order = { write: Sent['write']; conditions: Conditions; reason: Reason };

/** The record that a page is about, and what can be done with it, through the operations of the API. */
export type Subject<F extends Fields> = {
  type: RecordType<F>;
  controls: Controls<F>;
  /** The page of the record; by its number alone where it is not there. */
  path: string;
  /** Its page once it is like this. */
  pathAs(fields: F): string;
  /** The page to go to when it is gone. */
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

/** @throws Problem `not-found` where the address names no record that ever was */
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
  const place = { artistId: idParam(visit, 'artist'), albumId: idParam(visit, 'album') };
  const owner = await findArtist(visit, place.artistId);
  const known = owner && (await orElse(() => visit.services.store.read(readAlbum, place), unlessGone));
  const parent = owner ? artistPath(owner.record) : `/artists/${place.artistId}`;
  const path = owner && known ? albumPathUnder(parent, known.record) : `${parent}/albums/${place.albumId}`;
  const pathAs = ({ name }: AlbumFields) => albumPathUnder(parent, { id: place.albumId, name });
  return subjectAt(visit, place, albumOperations, { type: album, controls: albumControls, path, pathAs, parent });
}

const findArtist = ({ services }: Visit, artistId: bigint) => orElse(() => services.store.read(readArtist, { artistId }), unlessGone);

function idParam({ ctx }: Visit, name: string): bigint {
  const id = idIn(ctx.params[name] ?? '');
  if (id === undefined) throw notFound(`such an ${name}`);
  return id;
}

function subjectAt<F extends Fields, P extends object>(
  visit: Visit,
  place: P,
  { read, history, patch, remove, revert }: Omit<RecordOperations<F, object, P>, 'create'>,
  about: Pick<Subject<F>, 'type' | 'controls' | 'path' | 'pathAs' | 'parent'>,
): Subject<F> {
  return {
    ...about,
    read: async () => visit.services.store.read(read, place),
    readVersion: (version) =>
      pastOf(visit, (evenDeleted) => visit.services.store.readSlow(history.read, { ...place, version, evenDeleted }, visit.caller())),
    listHistory: (query) =>
      pastOf(visit, (evenDeleted) => visit.services.store.readSlow(history.list, { ...place, ...query, evenDeleted }, visit.caller())),
    patch: (fields, { write, conditions, reason }) => write(patch, { ...place, fields, conditions }, reason),
    remove: ({ write, conditions, reason }) => write(remove, { ...place, conditions }, reason),
    revert: (version, { write, conditions, reason }) => write(revert, { ...place, version, conditions }, reason),
  };
}

/** The past of what was deleted is for those with the right to see it. @throws Problem `not-found` */
async function pastOf<O>({ member }: Visit, read: (evenDeleted: boolean) => Promise<O | undefined>): Promise<O> {
  const found = await read(member !== undefined && may(member.actor, 'read deleted'));
  if (found === undefined) throw notFound('such a record');
  return found;
}

/** The newest version of a record, by the tag that a change of it states, and whether it is there. @throws Problem `not-found` */
export async function newestOf<F extends Fields>(subject: Subject<F>): Promise<{ version: bigint; tag: string; there: boolean }> {
  const [newest] = (await subject.listHistory({ limit: 1n })).rows;
  if (!newest) throw notFound('such a record');
  const { version, at, action } = newest.revision;
  return { version, tag: etagOf({ version, changedAt: at, shape: subject.type.shape }), there: action !== 'delete' };
}
