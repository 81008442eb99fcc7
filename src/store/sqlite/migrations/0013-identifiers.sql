create table artist_identifier (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  scheme text not null,
  value text not null,
  version integer not null,
  changed_at integer not null
) strict;

create unique index artist_identifier_once on artist_identifier (scheme, value);
create index artist_identifier_of_artist on artist_identifier (artist_id, id);

create table album_identifier (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  album_id integer not null references album (id),
  scheme text not null,
  value text not null,
  version integer not null,
  changed_at integer not null
) strict;

create unique index album_identifier_once on album_identifier (scheme, value);
create index album_identifier_of_album on album_identifier (album_id, id);
create index album_identifier_of_artist on album_identifier (artist_id, id);

insert into sequence (kind, next) values ('artist_identifier', 1), ('album_identifier', 1);
