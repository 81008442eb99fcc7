create index artist_details_by_place on artist_details (place);
create index artist_details_by_years on artist_details (substr("from", 1, 4), substr("to", 1, 4));
