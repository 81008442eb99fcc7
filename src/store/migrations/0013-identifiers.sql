create table artist_identifier (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  scheme text not null,
  value text not null,
  version bigint not null,
  changed_at bigint not null
);

create unique index artist_identifier_once on artist_identifier (scheme, value);
create index artist_identifier_of_artist on artist_identifier (artist_id, id);

create table album_identifier (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  album_id bigint not null references album (id),
  scheme text not null,
  value text not null,
  version bigint not null,
  changed_at bigint not null
);

create unique index album_identifier_once on album_identifier (scheme, value);
create index album_identifier_of_album on album_identifier (album_id, id);
create index album_identifier_of_artist on album_identifier (artist_id, id);

create sequence artist_identifier_id;
create sequence album_identifier_id;
