-- What each artist lacks, one a row, so that the artists without it are found by an index.
create table artist_lack (
  what text not null,
  id bigint not null,
  primary key (what, id)
);

insert into artist_lack (what, id) select 'image', id from artist where image = '';
insert into artist_lack (what, id)
  select 'place', a.id from artist a where not exists (select 1 from artist_details d where d.id = a.id and d.place <> '');
insert into artist_lack (what, id)
  select 'genre', a.id from artist a where not exists (select 1 from artist_details d where d.id = a.id and d.genres <> '[]');

-- sqlite:
create trigger artist_lacks_added after insert on artist begin
  insert into artist_lack (what, id) select 'image', new.id where new.image = '';
  insert into artist_lack (what, id) values ('place', new.id), ('genre', new.id);
end;
create trigger artist_lacks_changed after update of image on artist when (old.image = '') <> (new.image = '') begin
  delete from artist_lack where what = 'image' and id = new.id;
  insert into artist_lack (what, id) select 'image', new.id where new.image = '';
end;
create trigger artist_lacks_gone after delete on artist begin
  delete from artist_lack where what in ('image', 'place', 'genre') and id = old.id;
end;

-- The details of an artist come after it and go before it.
create trigger artist_details_lacks_added after insert on artist_details begin
  delete from artist_lack where what = 'place' and id = new.id and new.place <> '';
  delete from artist_lack where what = 'genre' and id = new.id and new.genres <> '[]';
end;
create trigger artist_details_lacks_changed after update of place, genres on artist_details begin
  delete from artist_lack where what in ('place', 'genre') and id = new.id;
  insert into artist_lack (what, id) select 'place', new.id where new.place = '' union all select 'genre', new.id where new.genres = '[]';
end;
create trigger artist_details_lacks_gone after delete on artist_details begin
  insert into artist_lack (what, id) values ('place', old.id), ('genre', old.id) on conflict do nothing;
end;

-- postgres:
create function keep_lack_of_image() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from artist_lack where what in ('image', 'place', 'genre') and id = old.id;
  elsif tg_op = 'INSERT' then
    insert into artist_lack (what, id)
      select what, new.id from unnest(array['image', 'place', 'genre']) as each (what) where what <> 'image' or new.image = '';
  elsif (old.image = '') <> (new.image = '') then
    delete from artist_lack where what = 'image' and id = new.id;
    insert into artist_lack (what, id) select 'image', new.id where new.image = '';
  end if;
  return null;
end $$;

create trigger artist_lacks_kept after insert or delete or update of image on artist for each row execute function keep_lack_of_image();

-- The details of an artist come after it and go before it.
create function keep_lacks_of_details() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    insert into artist_lack (what, id) values ('place', old.id), ('genre', old.id) on conflict do nothing;
  else
    delete from artist_lack
      where what in ('place', 'genre') and id = new.id and case what when 'place' then new.place <> '' else new.genres <> '[]' end;
    insert into artist_lack (what, id)
      select 'place', new.id where new.place = '' union all select 'genre', new.id where new.genres = '[]' on conflict do nothing;
  end if;
  return null;
end $$;

create trigger artist_details_lacks_kept after insert or delete or update of place, genres on artist_details
  for each row execute function keep_lacks_of_details();
