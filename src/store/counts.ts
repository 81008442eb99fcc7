import type { Reader } from './store.ts';

/** Compares the stored counts, and the genres of artists, with the rows. @returns a sentence for each mismatch */
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
    `select count(*) as wrong from artist_genre g full join typed_genre t on t.genre = g.genre and t.type = g.type and t.id = g.id
     where g.id is null or t.id is null`,
  );
  // An artist can lack an image, and either details or a place and genres in them.
  const lacks = await reader.get(
    `select (select count(*) from artist_lack) as kept,
       (select count(*) + count(case when image = '' then 1 end) from artist)
         + count(*) - count(nullif(place, '')) - count(nullif(genres, '[]')) as found
     from artist_details`,
  );
  return [
    ...(Number(lacks?.kept) === Number(lacks?.found) ? [] : [mismatch('the store', 'gaps of artists', lacks?.kept, lacks?.found)]),
    ...(genres?.wrong === 0n ? [] : [`the store has ${genres?.wrong} genres of artists that are not as their details and members say`]),
    ...['artists', 'accounts']
      .filter((name) => kept?.[name] !== found?.[name])
      .map((name) => mismatch('the store', name, kept?.[name], found?.[name])),
    ...albums.map(({ id, kept, found }) => mismatch(`artist ${id}`, 'albums', kept, found)),
  ];
}

function mismatch(whose: string, what: string, kept: unknown, found: unknown): string {
  return `${whose} should have ${kept} ${what}, there are ${found}`;
}
