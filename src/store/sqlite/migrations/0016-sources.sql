create table artist_source (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  about text not null,
  -- No reference: the record may be deleted, and come back.
  record integer,
  supports text,
  value text not null,
  rank text,
  url text not null,
  text text not null,
  accessed text,
  quote text not null,
  version integer not null,
  changed_at integer not null
) strict;

create index artist_source_of_artist on artist_source (artist_id, id);
create index artist_source_of_record on artist_source (about, record) where record is not null;

create table album_source (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  album_id integer not null references album (id),
  about text not null,
  -- No reference: the record may be deleted, and come back.
  record integer,
  supports text,
  value text not null,
  rank text,
  url text not null,
  text text not null,
  accessed text,
  quote text not null,
  version integer not null,
  changed_at integer not null
) strict;

create index album_source_of_album on album_source (album_id, id);
create index album_source_of_record on album_source (about, record) where record is not null;
create index album_source_of_artist on album_source (artist_id, id);

insert into sequence (kind, next) values ('artist_source', 1), ('album_source', 1);
