-- The genres of artists, one a row, so that the artists of one are found by an index.
create table artist_genre (
  genre text not null,
  id integer not null,
  primary key (genre, id)
) strict, without rowid;

create trigger artist_genres_added after insert on artist_details begin
  insert into artist_genre (genre, id) select value, new.id from json_each(new.genres);
end;
create trigger artist_genres_changed after update of genres on artist_details begin
  delete from artist_genre where id = old.id and genre in (select value from json_each(old.genres));
  insert into artist_genre (genre, id) select value, new.id from json_each(new.genres);
end;
create trigger artist_genres_gone after delete on artist_details begin
  delete from artist_genre where id = old.id and genre in (select value from json_each(old.genres));
end;

insert into artist_genre (genre, id) select value, d.id from artist_details d, json_each(d.genres);

create index artist_details_by_type on artist_details (type, id) where type is not null;
