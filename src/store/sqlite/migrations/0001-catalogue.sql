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

-- One row per change of an artist or album; rows are never changed or deleted.
create table change (
  seq integer primary key,
  at integer not null,
  actor integer,
  kind text not null check (kind in ('artist', 'album')),
  id integer not null,
  version integer not null,
  action text not null check (action in ('create', 'update', 'delete')),
  document text not null,
  unique (kind, id, version)
) strict;

-- The ids the service gives next, and the number of artists, kept here so that a page with its total costs no count.
create table sequence (kind text primary key, next integer not null) strict, without rowid;
insert into sequence (kind, next) values ('artist', 1), ('album', 1);

create table total (artists integer not null) strict;
insert into total (artists) values (0);
create trigger artist_added after insert on artist begin update total set artists = artists + 1; end;
create trigger artist_gone after delete on artist begin update total set artists = artists - 1; end;

create table "user" (
  id integer primary key autoincrement,
  name text not null,
  email text not null,
  normal_email text not null unique,
  password_hash text,
  role text not null check (role in ('reader', 'member', 'editor', 'admin')),
  created_at integer not null
) strict;

create table session (
  id integer primary key autoincrement,
  user_id integer not null references "user" (id),
  created_at integer not null,
  expires_at integer not null,
  ended_at integer
) strict;

create index session_of_user on session (user_id);

create table api_key (
  id integer primary key autoincrement,
  user_id integer not null references "user" (id),
  session_id integer references session (id),
  name text not null,
  hash text not null unique,
  scopes text not null,
  created_at integer not null,
  expires_at integer,
  revoked_at integer
) strict;

create index api_key_of_user on api_key (user_id);
create index api_key_of_session on api_key (session_id);

-- What happens once in a store's life, such as its first start.
create table milestone (name text primary key, at integer not null) strict, without rowid;
