import type { Actor } from '../model/actor.ts';
import type { StarterArtist } from '../model/addition.ts';
import type { AlbumDetails } from '../model/albumDetails.ts';
import { albums as albumTable } from '../store/album.ts';
import { factTables } from '../store/factTables.ts';
import type { Ever } from '../store/origins.ts';
import type { Transaction } from '../store/store.ts';
import { isNamed } from './formerRecords.ts';
import { putRecord } from './record.ts';

/** Details to add: whether those of the artist, and those of albums under the ids that these have. */
export type MissingDetails = { own: boolean; ofAlbums: AlbumDetails[] };

/** Details that an artist and its albums lack and never had. */
export function planDetails(ever: Ever, { albums, albumDetails }: StarterArtist, artistId: bigint): MissingDetails {
  const own = ever(factTables.artist_details, artistId).length === 0;
  const had = new Set(ever(factTables.album_details, artistId).map(({ first }) => first?.id));
  const ofAlbums = albumDetails.flatMap((details) => {
    const wanted = albums.filter(({ id }) => id === details.id);
    const known = ever(albumTable, artistId).find(
      ({ first, now }) => now && [first, now].some((one) => one && wanted.some((album) => isNamed(one, album))),
    );
    return known?.now && !had.has(known.now.id) ? [{ ...details, id: known.now.id }] : [];
  });
  return { own, ofAlbums };
}

export async function addDetails(tx: Transaction, actor: Actor, { details }: StarterArtist, artistId: bigint, missing: MissingDetails) {
  const { id: _, ...fields } = details;
  if (missing.own) await putRecord(tx, actor, factTables.artist_details, { id: artistId, artistId, fields, conditions: {} });
  for (const { id, ...fields } of missing.ofAlbums)
    await putRecord(tx, actor, factTables.album_details, { id, artistId, albumId: id, fields, conditions: {} });
}
