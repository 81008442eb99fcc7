-- With the type of each artist as lists tell it, so that the artists of a genre and a type are found by an index: what has members is a
-- group, else it is what its details say, or "".
drop trigger artist_genres_added;
drop trigger artist_genres_changed;
drop trigger artist_genres_gone;
drop table artist_genre;
create table artist_genre (
  genre text not null,
  type text not null,
  id integer not null,
  primary key (genre, type, id)
) strict, without rowid;

create view typed_genre as
  select g.value as genre,
    case when exists (select 1 from membership m where m.artist_id = d.id) then 'group' else coalesce(d.type, '') end as type, d.id
  from artist_details d, json_each(d.genres) g;
insert into artist_genre (genre, type, id) select genre, type, id from typed_genre;

create trigger artist_genres_added after insert on artist_details begin
  insert into artist_genre (genre, type, id) select genre, type, id from typed_genre where id = new.id;
end;
create trigger artist_genres_changed after update of type, genres on artist_details begin
  delete from artist_genre where genre in (select value from json_each(old.genres)) and type in ('', 'group', 'person') and id = old.id;
  insert into artist_genre (genre, type, id) select genre, type, id from typed_genre where id = new.id;
end;
create trigger artist_genres_gone after delete on artist_details begin
  delete from artist_genre where genre in (select value from json_each(old.genres)) and type in ('', 'group', 'person') and id = old.id;
end;
create trigger artist_genres_with_members after insert on membership begin
  update artist_genre set type = 'group'
    where genre in (select value from artist_details d, json_each(d.genres) where d.id = new.artist_id)
      and type in ('', 'person') and id = new.artist_id;
end;
create trigger artist_genres_without_members after delete on membership
  when not exists (select 1 from membership where artist_id = old.artist_id) begin
  update artist_genre set type = (select coalesce(type, '') from artist_details where id = old.artist_id)
    where genre in (select value from artist_details d, json_each(d.genres) where d.id = old.artist_id)
      and type = 'group' and id = old.artist_id;
end;
