-- What a version is of, where that is under an album.
alter table revision add column album_id bigint;
create index revision_of_album on revision (album_id, changeset) where album_id is not null;
drop view unnumbered_revision;
create view unnumbered_revision as select * from revision where seq is null;

-- There is one for each artist, under its id.
create table artist_details (
  id bigint primary key check (id = artist_id),
  artist_id bigint not null references artist (id),
  type text,
  "from" text,
  "to" text,
  -- 1 and 0; null where it is not known.
  ended bigint,
  place text not null,
  -- JSON: a list of words.
  genres text not null,
  version bigint not null,
  changed_at bigint not null
);

create table album_details (
  id bigint primary key check (id = album_id),
  artist_id bigint not null references artist (id),
  album_id bigint not null references album (id),
  kind text,
  released text,
  label text not null,
  version bigint not null,
  changed_at bigint not null
);

create index album_details_of_artist on album_details (artist_id);
