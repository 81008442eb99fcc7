import type { Reader } from './store.ts';

/** Compares the stored counts with the rows. @returns a sentence for each mismatch */
export async function checkCounts(reader: Reader): Promise<string[]> {
  const kept = await reader.get('select artists, accounts from total');
  const found = await reader.get('select (select count(*) from artist) as artists, (select count(*) from "user") as accounts');
  const albums = await reader.all(
    `select coalesce(found.artist_id, kept.artist_id) as id, coalesce(kept.albums, 0) as kept, coalesce(found.albums, 0) as found
     from (select artist_id, count(*) as albums from album group by artist_id) found
       full join album_count kept on kept.artist_id = found.artist_id
     where coalesce(kept.albums, 0) <> coalesce(found.albums, 0) order by 1`,
  );
  const genres = await reader.get(
    `select (select count(*) from artist_genre) as kept,
       (select coalesce(sum(json_array_length(${reader.engine === 'sqlite' ? 'genres' : 'cast(genres as json)'})), 0) from artist_details) as found`,
  );
  return [
    ...(Number(genres?.kept) === Number(genres?.found) ? [] : [mismatch('the store', 'genres of artists', genres?.kept, genres?.found)]),
    ...['artists', 'accounts']
      .filter((name) => kept?.[name] !== found?.[name])
      .map((name) => mismatch('the store', name, kept?.[name], found?.[name])),
    ...albums.map(({ id, kept, found }) => mismatch(`artist ${id}`, 'albums', kept, found)),
  ];
}

function mismatch(whose: string, what: string, kept: unknown, found: unknown): string {
  return `${whose} should have ${kept} ${what}, there are ${found}`;
}
