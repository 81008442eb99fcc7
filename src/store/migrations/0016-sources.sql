create table artist_source (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  about text not null,
  -- No reference: the record may be deleted, and come back.
  record bigint,
  supports text,
  value text not null,
  rank text,
  url text not null,
  text text not null,
  accessed text,
  quote text not null,
  version bigint not null,
  changed_at bigint not null
);

create index artist_source_of_artist on artist_source (artist_id, id);
create index artist_source_of_record on artist_source (about, record) where record is not null;

create table album_source (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  album_id bigint not null references album (id),
  about text not null,
  -- No reference: the record may be deleted, and come back.
  record bigint,
  supports text,
  value text not null,
  rank text,
  url text not null,
  text text not null,
  accessed text,
  quote text not null,
  version bigint not null,
  changed_at bigint not null
);

create index album_source_of_album on album_source (album_id, id);
create index album_source_of_record on album_source (about, record) where record is not null;
create index album_source_of_artist on album_source (artist_id, id);

create sequence artist_source_id;
create sequence album_source_id;
