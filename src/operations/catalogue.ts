import type { Actor } from '../model/actor.ts';
import type { StarterArtist } from '../model/addition.ts';
import type { Fields, RecordOf } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import { factTables } from '../store/factTables.ts';
import type { RecordTable } from '../store/record.ts';
import type { Transaction } from '../store/store.ts';
import { logRevisions } from './log.ts';
import { firstVersion } from './record.ts';

/**
 * Creates artists and what is under them with their own ids in a store that has none and never had: the same rows, in the same order, as
 * creating them one by one, in few statements, since a store across a network takes a while for each. Members and credits
 * come last, since they name artists.
 *
 * @throws where an id was taken
 */
export async function createCatalogue(tx: Transaction, actor: Actor, catalogue: StarterArtist[]): Promise<void> {
  const under = <F extends Fields>({ type }: RecordTable<F>, artistId: bigint, records: RecordOf<F>[]) =>
    records.map((record) => firstVersion(type, record, tx.now, { artistId }));
  const made = catalogue.map((artist) => ({
    artist: firstVersion(artists.type, artist, tx.now, {}),
    details: under(factTables.artist_details, artist.id, [artist.details]),
    albums: under(albums, artist.id, artist.albums),
    albumDetails: artist.albumDetails.map((one) =>
      firstVersion(factTables.album_details.type, one, tx.now, { artistId: artist.id, albumId: one.id }),
    ),
    aliases: under(factTables.alias, artist.id, artist.aliases),
    identifiers: under(factTables.artist_identifier, artist.id, artist.identifiers),
  }));
  const members = catalogue.flatMap((artist) => under(factTables.membership, artist.id, artist.members));
  const credits = catalogue.flatMap((artist) =>
    artist.credits.map(({ albumId, ...one }) => firstVersion(factTables.credit.type, one, tx.now, { artistId: artist.id, albumId })),
  );
  const inOrder = [
    ...made.flatMap((one) => [one.artist, ...one.details, ...one.albums, ...one.albumDetails, ...one.aliases, ...one.identifiers]),
    ...members,
    ...credits,
  ];
  await logRevisions(
    tx,
    actor,
    inOrder.map(({ entry }) => entry),
  );
  const insert = <F extends Fields>(table: RecordTable<F>, first: ReturnType<typeof firstVersion<F>>[]) =>
    table.insertAll(
      tx,
      first.map(({ created }) => created),
    );
  await insert(
    artists,
    made.map(({ artist }) => artist),
  );
  await insert(
    factTables.artist_details,
    made.flatMap((one) => one.details),
  );
  await insert(
    albums,
    made.flatMap((one) => one.albums),
  );
  await insert(
    factTables.album_details,
    made.flatMap((one) => one.albumDetails),
  );
  await insert(
    factTables.alias,
    made.flatMap((one) => one.aliases),
  );
  await insert(
    factTables.artist_identifier,
    made.flatMap((one) => one.identifiers),
  );
  await insert(factTables.membership, members);
  await insert(factTables.credit, credits);
}
