-- With the type of each artist as lists tell it, so that the artists of a genre and a type are found by an index: what has members is a
-- group, else it is what its details say, or "".
-- sqlite:
drop trigger artist_genres_added;
drop trigger artist_genres_changed;
drop trigger artist_genres_gone;
-- postgres:
drop trigger artist_genres_kept on artist_details;
drop function keep_genres();
-- both:
drop table artist_genre;
create table artist_genre (
  genre text not null,
  type text not null,
  id bigint not null,
  primary key (genre, type, id)
);

create view typed_genre as
  select g.value as genre,
    case when exists (select 1 from membership m where m.artist_id = d.id) then 'group' else coalesce(d.type, '') end as type, d.id
-- sqlite:
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

-- postgres:
  from artist_details d cross join jsonb_array_elements_text(d.genres::jsonb) as g (value);
insert into artist_genre (genre, type, id) select genre, type, id from typed_genre;

create function keep_genres() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from artist_genre
      where genre in (select jsonb_array_elements_text(old.genres::jsonb)) and type in ('', 'group', 'person') and id = old.id;
  end if;
  if tg_op <> 'DELETE' then
    insert into artist_genre (genre, type, id) select genre, type, id from typed_genre where id = new.id;
  end if;
  return null;
end $$;

create trigger artist_genres_kept after insert or delete or update of type, genres on artist_details
  for each row execute function keep_genres();

-- Members of one artist are changed one after the other, since each change locks the artist.
create function keep_genre_types() returns trigger language plpgsql as $$
declare artist bigint := case tg_op when 'INSERT' then new.artist_id else old.artist_id end;
begin
  if tg_op = 'DELETE' and exists (select 1 from membership m where m.artist_id = artist) then
    return null;
  end if;
  update artist_genre g set type = t.type from typed_genre t
    where t.id = artist and g.genre = t.genre and g.type in ('', 'group', 'person') and g.id = artist and g.type <> t.type;
  return null;
end $$;

create trigger genre_types_kept after insert or delete on membership for each row execute function keep_genre_types();
