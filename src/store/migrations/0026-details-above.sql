-- Without them, each deletion of an artist or album reads all details: their id is its own, but the foreign key is another column.
create index artist_details_of_artist on artist_details (artist_id);
create index album_details_of_album on album_details (album_id);
