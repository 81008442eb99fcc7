import type { Missing } from '../model/artistQuery.ts';
import { genres } from '../model/details.ts';
import { maxPlaces, type Statistics } from '../model/statistics.ts';
import { readTotals } from './overview.ts';
import { objectsOf } from './rows.ts';
import type { Reader } from './store.ts';

/** Scans indexes of all albums, places, genres and what artists lack. */
export async function readStatistics(reader: Reader): Promise<Statistics> {
  const totals = await readTotals(reader);
  const lacks = await reader.all('select what, count(*) as artists from artist_lack group by what');
  const rowsOf = (name: Missing | 'details') => (lacks.find(({ what }) => what === name)?.artists as bigint | undefined) ?? 0n;
  return {
    ...totals,
    decades: await readDecades(reader),
    places: await countArtistsBy(reader, 'place', `artist_details where place <> ''`, maxPlaces),
    genres: await countArtistsBy(reader, 'genre', 'artist_genre', genres.length),
    without_image: rowsOf('image'),
    without_place: rowsOf('place') + rowsOf('details'),
    without_genre: rowsOf('genre') + rowsOf('details'),
  };
}

async function readDecades(reader: Reader): Promise<Statistics['decades']> {
  const rows = await reader.all(
    `select decade, count(*) as artists, cast(sum(albums) as bigint) as albums
     from (select (year / 10) as decade, artist_id, count(*) as albums from album group by (year / 10), artist_id) as of_artists
     group by decade order by decade`,
  );
  return rows.map(objectsOf({ decade: (tenth: bigint) => Number(tenth) * 10 }));
}

async function countArtistsBy<T>(reader: Reader, column: string, from: string, limit: number): Promise<T[]> {
  const inOrder = reader.engine === 'sqlite' ? column : `${column} collate "C"`;
  const counts = `select ${column}, count(*) as artists from ${from} group by ${column} order by artists desc, ${inOrder} limit $1`;
  return (await reader.all(counts, limit)).map(objectsOf<T>({}));
}
