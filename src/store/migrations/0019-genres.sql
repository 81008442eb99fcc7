-- The genres of artists, one a row, so that the artists of one are found by an index.
create table artist_genre (
  genre text not null,
  id bigint not null,
  primary key (genre, id)
);

-- sqlite:
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

-- postgres:
create function keep_genres() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from artist_genre where id = old.id and genre in (select jsonb_array_elements_text(old.genres::jsonb));
  end if;
  if tg_op <> 'DELETE' then
    insert into artist_genre (genre, id) select value, new.id from jsonb_array_elements_text(new.genres::jsonb) as each (value);
  end if;
  return null;
end $$;

create trigger artist_genres_kept after insert or delete or update of genres on artist_details
  for each row execute function keep_genres();

insert into artist_genre (genre, id)
  select each.value, d.id from artist_details d cross join jsonb_array_elements_text(d.genres::jsonb) as each (value);

-- both:
create index artist_details_by_type on artist_details (type, id) where type is not null;
