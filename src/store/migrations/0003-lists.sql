-- What lists of artists are sorted and found by, made of name and band by the program; null where that is still to be done.
alter table artist add column sort_name text collate "C";
alter table artist add column sort_band text collate "C";
create index artist_unsorted on artist (id) where sort_name is null;

create index artist_by_name on artist (sort_name, id);
create index artist_by_band on artist (sort_band, id);
create index artist_by_change on artist (changed_at, id);
create index artist_with_image on artist (id) where image <> '';

-- The artists with albums of a year, and of a decade.
create index album_of_year on album (year, artist_id);
create index album_of_decade on album ((year / 10), artist_id);

-- The first versions that the service made itself: what the starter catalogue brought.
create index revision_of_service on revision (kind, id) where user_id is null and version = 1;
