import type { Missing } from '../model/artistQuery.ts';
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
    places: await readPlaces(reader),
    genres: await readGenres(reader),
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

async function readPlaces(reader: Reader): Promise<Statistics['places']> {
  const rows = await reader.all(
    `select place, count(*) as artists from artist_details where place <> '' group by place order by artists desc, ${reader.engine === 'sqlite' ? 'place' : 'place collate "C"'} limit $1`,
    maxPlaces,
  );
  return rows.map(objectsOf({}));
}

async function readGenres(reader: Reader): Promise<Statistics['genres']> {
  const inOrder = reader.engine === 'sqlite' ? 'genre' : 'genre collate "C"';
  const rows = await reader.all(`select genre, count(*) as artists from artist_genre group by genre order by artists desc, ${inOrder}`);
  return rows.map(objectsOf({}));
}
