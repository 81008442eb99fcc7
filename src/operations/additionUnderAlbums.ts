import type { Addition, StarterArtist, UnderAlbum } from '../model/addition.ts';
import type { AlbumFields } from '../model/album.ts';
import type { Fields, RecordOf } from '../model/record.ts';
import { nameOrder } from '../model/sortKey.ts';
import { albums as albumTable } from '../store/album.ts';
import { factTables } from '../store/factTables.ts';
import type { Ever } from '../store/origins.ts';
import type { RecordTable } from '../store/record.ts';
import { isNamed } from './formerRecords.ts';

type Album = RecordOf<AlbumFields>;
type Planned<T> = { missing: UnderAlbum<T>[]; left: Addition['left'] };

/** A credit that somebody else entered counts whatever its role is. */
export function planCredits(ever: Ever, artist: StarterArtist, artistId: bigint) {
  return planUnder(ever, artist, artistId, {
    table: factTables.credit,
    wanted: artist.credits,
    what: ({ credited }) => `credit "${credited}"`,
    isSame: (one, other, byService) => nameOrder(other.credited) === nameOrder(one.credited) && (!byService || other.role === one.role),
  });
}

/** A source of the same year counts whatever else it says. An album that has the other year here needs none. */
export function planSources(ever: Ever, artist: StarterArtist, artistId: bigint) {
  return planUnder(ever, artist, artistId, {
    table: factTables.album_source,
    wanted: artist.sources,
    what: ({ value }) => `year ${value}`,
    isSame: (one, other) => other.about === one.about && other.supports === one.supports && other.value === one.value,
    isNeeded: ({ value }, { year }) => value !== String(year),
  });
}

type Under<F extends Fields> = {
  table: RecordTable<F>;
  wanted: UnderAlbum<RecordOf<F>>[];
  what: (one: RecordOf<F>) => string;
  isSame: (one: RecordOf<F>, other: RecordOf<F>, byService: boolean) => boolean;
  isNeeded?: (one: RecordOf<F>, album: Album) => boolean;
};

/** Records that the albums of an artist lack and never had. */
function planUnder<F extends Fields>(
  ever: Ever,
  { name, albums }: StarterArtist,
  artistId: bigint,
  { table, wanted, what, isSame, isNeeded = () => true }: Under<F>,
): Planned<RecordOf<F>> {
  const missing: UnderAlbum<RecordOf<F>>[] = [];
  const left: Addition['left'] = [];
  for (const one of wanted) {
    const album = albums.find(({ id }) => id === one.albumId);
    const named = ever(albumTable, artistId).filter(({ first, now }) =>
      [first, now].some((other) => other && album && isNamed(other, album)),
    );
    const known = named.find(({ now }) => now)?.now;
    if (named.length > 0 && !(known && isNeeded(one, known))) continue;
    const same = ever(table, artistId).find(
      ({ first, now, byService, albumId }) => known?.id === albumId && [first, now].some((other) => other && isSame(one, other, byService)),
    );
    if (!same) missing.push({ ...one, albumId: known?.id ?? one.albumId });
    else if (!same.now) left.push({ what: `${what(one)} of an album of artist ${artistId} "${name}"`, why: 'It was deleted.' });
  }
  return { missing, left };
}
