create index artist_details_by_place on artist_details (place);
create index artist_details_by_years on artist_details (substr("from", 1, 4), substr("to", 1, 4));

-- In order of album, so that the first of many are found without the others.
drop index credit_naming_artist;
create index credit_naming_artist on credit (artist, album_id) where artist is not null;
