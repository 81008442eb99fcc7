import type { Actor } from '../model/actor.ts';
import type { StarterArtist } from '../model/addition.ts';
import { type Fields, kinds, type RecordOf } from '../model/record.ts';
import { albums } from '../store/album.ts';
import { artists } from '../store/artist.ts';
import { factTables } from '../store/factTables.ts';
import { recordTables } from '../store/kinds.ts';
import type { Ancestry, RecordTable } from '../store/record.ts';
import type { Transaction } from '../store/store.ts';
import { logRevisions } from './log.ts';
import { firstVersion } from './record.ts';

type First = ReturnType<typeof firstVersion<never>>;

/**
 * Creates artists and the records under them, with their own ids, in a store that has never had a record. The rows and their order are as
 * if each record were created alone. It takes few statements, since each takes a while on a store across a network. Members and
 * credits come last, since they name artists.
 *
 * @throws where an id was taken
 */
export async function createCatalogue(tx: Transaction, actor: Actor, catalogue: StarterArtist[]): Promise<void> {
  const firstVersions = <F extends Fields>({ type }: RecordTable<F>, records: RecordOf<F>[], under: Ancestry) =>
    records.map((record) => firstVersion(type, record, tx.now, under) as unknown as First);
  const { artist_details, album_details, alias, artist_identifier, membership, credit, album_source } = factTables;
  const all = [
    ...catalogue.flatMap((artist) => {
      const under = { artistId: artist.id };
      return [
        ...firstVersions(artists, [artist], {}),
        ...firstVersions(artist_details, [artist.details], under),
        ...firstVersions(albums, artist.albums, under),
        ...artist.albumDetails.flatMap((one) => firstVersions(album_details, [one], { ...under, albumId: one.id })),
        ...artist.sources.flatMap(({ albumId, ...one }) => firstVersions(album_source, [one], { ...under, albumId })),
        ...firstVersions(alias, artist.aliases, under),
        ...firstVersions(artist_identifier, artist.identifiers, under),
      ];
    }),
    ...catalogue.flatMap(({ id: artistId, members }) => firstVersions(membership, members, { artistId })),
    ...catalogue.flatMap(({ id: artistId, credits }) =>
      credits.flatMap(({ albumId, ...one }) => firstVersions(credit, [one], { artistId, albumId })),
    ),
  ];
  const entries = all.map(({ entry }) => entry);
  await logRevisions(tx, actor, entries);
  for (const kind of kinds) {
    const created = all.flatMap((one) => (one.entry.kind === kind ? [one.created] : []));
    await recordTables[kind].insertAll(tx, created);
  }
}
