import type { Actor } from '../model/actor.ts';
import type { Album } from '../model/album.ts';
import type { Artist } from '../model/artist.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import type { Transaction } from '../store/store.ts';
import { logRevisions } from './log.ts';
import { firstVersion } from './record.ts';

export type Catalogue = (Artist & { albums: Album[] })[];

/**
 * Creates artists and albums under their own ids in a store that has none and never had: the same rows, in the same order, as
 * creating them one by one, in few statements, since a store across a network takes a while for each.
 *
 * @throws where an id was taken
 */
export async function createCatalogue(tx: Transaction, actor: Actor, catalogue: Catalogue): Promise<void> {
  const made = catalogue.map(({ albums: of, ...artist }) => ({
    artist: firstVersion(artists.type, artist, tx.now, {}),
    albums: of.map((album) => firstVersion(albums.type, album, tx.now, { artistId: artist.id })),
  }));
  const entries = made.flatMap((one) => [one.artist.entry, ...one.albums.map(({ entry }) => entry)]);
  await logRevisions(tx, actor, entries);
  await artists.insertAll(
    tx,
    made.map(({ artist }) => artist.created),
  );
  await albums.insertAll(
    tx,
    made.flatMap((one) => one.albums.map(({ created }) => created)),
  );
}
