-- Strict tables: a column holds the type it declares, as it would in PostgreSQL.

create table artist (
  id integer primary key check (id > 0),
  name text not null,
  description text not null,
  image text not null,
  band text not null,
  version integer not null,
  changed_at integer not null
) strict;

create table album (
  id integer primary key check (id > 0),
  artist_id integer not null references artist (id),
  name text not null,
  year integer not null,
  image text not null,
  version integer not null,
  changed_at integer not null
) strict;

create index album_of_artist on album (artist_id, id);

-- The revision log: a row for each version of a record, never changed or deleted. Kinds and actions are open, so that they
-- can grow.
create table revision (
  seq integer primary key,
  -- One number for all that a write changed.
  changeset integer not null,
  at integer not null,
  user_id integer,
  kind text not null,
  id integer not null,
  version integer not null,
  action text not null,
  -- Of an album, its artist.
  artist_id integer,
  shape integer not null,
  -- JSON of the record, null where it was deleted; without the long texts that stand in an earlier version.
  members text,
  -- JSON that says in which version each of those stands.
  unchanged text,
  -- The version that this one brings back, where it undoes others.
  reverts integer,
  comment text,
  source text,
  unique (kind, id, version)
) strict;

-- The albums that went with an artist.
create index revision_of_artist on revision (artist_id, changeset) where artist_id is not null;

-- What an account changed in a span of time.
create index revision_of_account on revision (user_id, at) where user_id is not null;

-- The number of a write is that of its first revision and so much more, which only a move sets.
create table changeset (ahead integer not null) strict;
insert into changeset (ahead) values (0);

-- Every row is numbered as it is written; on PostgreSQL that comes later.
create view unnumbered_revision as select seq as position, * from revision where seq is null;

-- The ids the service gives next.
create table sequence (kind text primary key, next integer not null) strict, without rowid;
insert into sequence (kind, next) values ('artist', 1), ('album', 1);

-- How many there are, kept here so that a page with its total costs no count.
create table total (artists integer not null, accounts integer not null) strict;
insert into total (artists, accounts) values (0, 0);
create trigger artist_added after insert on artist begin update total set artists = artists + 1; end;
create trigger artist_gone after delete on artist begin update total set artists = artists - 1; end;

-- Artists without albums have no row.
create table album_count (artist_id integer primary key, albums integer not null) strict;
create trigger album_added after insert on album begin
  insert into album_count (artist_id, albums) values (new.artist_id, 1) on conflict (artist_id) do update set albums = albums + 1;
end;
create trigger album_gone after delete on album begin
  update album_count set albums = albums - 1 where artist_id = old.artist_id;
  delete from album_count where artist_id = old.artist_id and albums = 0;
end;

create table "user" (
  id integer primary key autoincrement,
  name text not null,
  email text not null,
  normal_email text not null unique,
  password_hash text,
  role text not null check (role in ('reader', 'member', 'editor', 'admin')),
  created_at integer not null,
  verified_at integer,
  suspended_at integer,
  -- A new address until it is confirmed.
  pending_email text
) strict;

create trigger account_added after insert on "user" begin update total set accounts = accounts + 1; end;
create trigger account_gone after delete on "user" begin update total set accounts = accounts - 1; end;

