create table credit (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  album_id integer not null references album (id),
  -- No reference: an artist may be deleted, and come back.
  artist integer,
  credited text not null,
  role text not null,
  version integer not null,
  changed_at integer not null
) strict;

create index credit_of_album on credit (album_id, id);
create index credit_of_artist on credit (artist_id);
create index credit_by_name on credit (album_id, credited);
create index credit_naming_artist on credit (artist, id) where artist is not null;

create table track (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  album_id integer not null references album (id),
  position integer not null,
  title text not null,
  length text not null,
  isrc text not null,
  featuring text not null,
  version integer not null,
  changed_at integer not null
) strict;

create index track_of_album on track (album_id, id);
create index track_of_artist on track (artist_id);
create index track_by_position on track (album_id, position);

insert into sequence (kind, next) values ('credit', 1), ('track', 1);
