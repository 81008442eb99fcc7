create table credit (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  album_id bigint not null references album (id),
  -- No reference: an artist may be deleted, and come back.
  artist bigint,
  credited text not null,
  role text not null,
  version bigint not null,
  changed_at bigint not null
);

create index credit_of_album on credit (album_id, id);
create index credit_of_artist on credit (artist_id);
create index credit_by_name on credit (album_id, credited);
create index credit_naming_artist on credit (artist, id) where artist is not null;

create table track (
  id bigint primary key check (id > 0),
  artist_id bigint not null references artist (id),
  album_id bigint not null references album (id),
  position bigint not null,
  title text not null,
  length text not null,
  isrc text not null,
  featuring text not null,
  version bigint not null,
  changed_at bigint not null
);

create index track_of_album on track (album_id, id);
create index track_of_artist on track (artist_id);
create index track_by_position on track (album_id, position);

create sequence credit_id;
create sequence track_id;
