-- An artist without details lacks a place and genres. One row says so, in place of two, so that adding an artist writes less.
delete from artist_lack where what in ('place', 'genre') and not exists (select 1 from artist_details d where d.id = artist_lack.id);
insert into artist_lack (what, id)
  select 'details', a.id from artist a where not exists (select 1 from artist_details d where d.id = a.id);

-- sqlite:
drop trigger artist_lacks_added;
drop trigger artist_lacks_gone;
drop trigger artist_details_lacks_added;
drop trigger artist_details_lacks_gone;

create trigger artist_lacks_added after insert on artist begin
  insert into artist_lack (what, id) values ('details', new.id);
  insert into artist_lack (what, id) select 'image', new.id where new.image = '';
end;
create trigger artist_lacks_gone after delete on artist begin
  delete from artist_lack where what in ('image', 'details') and id = old.id;
end;

-- The details of an artist come after it and go before it.
create trigger artist_details_lacks_added after insert on artist_details begin
  delete from artist_lack where what = 'details' and id = new.id;
  insert into artist_lack (what, id) select 'place', new.id where new.place = '' union all select 'genre', new.id where new.genres = '[]';
end;
create trigger artist_details_lacks_gone after delete on artist_details begin
  delete from artist_lack where what in ('place', 'genre') and id = old.id;
  insert into artist_lack (what, id) values ('details', old.id);
end;

-- postgres:
create or replace function keep_lack_of_image() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    delete from artist_lack where what in ('image', 'details') and id = old.id;
  elsif tg_op = 'INSERT' then
    insert into artist_lack (what, id) values ('details', new.id);
    insert into artist_lack (what, id) select 'image', new.id where new.image = '';
  elsif (old.image = '') <> (new.image = '') then
    delete from artist_lack where what = 'image' and id = new.id;
    insert into artist_lack (what, id) select 'image', new.id where new.image = '';
  end if;
  return null;
end $$;

create or replace function keep_lacks_of_details() returns trigger language plpgsql as $$
begin
  delete from artist_lack where what in ('details', 'place', 'genre') and id = coalesce(new.id, old.id);
  if tg_op = 'DELETE' then
    insert into artist_lack (what, id) values ('details', old.id);
  else
    insert into artist_lack (what, id)
      select 'place', new.id where new.place = '' union all select 'genre', new.id where new.genres = '[]';
  end if;
  return null;
end $$;
