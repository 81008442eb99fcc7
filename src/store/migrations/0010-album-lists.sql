-- What the list of all albums is sorted by, made of the name by the program; null where that is still to be done.
alter table album add column sort_name text collate "C";
create index album_unsorted on album (id) where sort_name is null;

create index album_by_name on album (sort_name, id);
create index album_by_year on album (year, sort_name, id);
