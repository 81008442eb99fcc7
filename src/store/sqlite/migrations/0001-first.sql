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

create index administrator on "user" (id) where role = 'admin';
create index user_pending_email on "user" (pending_email) where pending_email is not null;

create table session (
  id integer primary key autoincrement,
  -- SHA-256 of the name that the login's token carries. Unlike an id it never means another login, whatever is restored.
  sid_hash text not null unique,
  user_id integer not null references "user" (id),
  created_at integer not null,
  expires_at integer not null,
  ended_at integer,
  device text not null default '',
  last_used_at integer
) strict;

-- Logins and keys that are over stay for a while; a search for the others must not pass over them.
create index session_of_user on session (user_id, ended_at, id);
create index session_by_end on session (ended_at, id) where ended_at is not null;
create index session_by_expiry on session (expires_at, id);

create table api_key (
  id integer primary key autoincrement,
  user_id integer not null references "user" (id),
  session_id integer references session (id),
  -- The lasting key that made this one. No reference, since old keys are deleted in any order.
  made_by integer,
  name text not null,
  hash text not null unique,
  scopes text not null,
  created_at integer not null,
  expires_at integer,
  revoked_at integer,
  last_used_at integer
) strict;

create index api_key_of_user on api_key (user_id, session_id, revoked_at, id);
create index api_key_of_session on api_key (session_id);
create index api_key_by_revocation on api_key (revoked_at) where revoked_at is not null;

-- What happens once in a store's life, such as its first start.
create table milestone (name text primary key, at integer not null) strict, without rowid;

-- Links sent by mail, each good for one use; only the SHA-256 of what stands in the link is kept.
create table mail_token (
  hash text primary key,
  user_id integer not null references "user" (id),
  purpose text not null check (purpose in ('verify', 'reset')),
  email text not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;

create index mail_token_of_user on mail_token (user_id, purpose);
create index mail_token_by_expiry on mail_token (expires_at);

-- Mail to be sent. Its links are made when it is sent, so that none lies here in clear.
create table mail (
  id integer primary key autoincrement,
  kind text not null check (kind in ('verify', 'reset', 'email-changed', 'password-changed')),
  address text not null,
  language text not null check (language in ('es', 'en')),
  created_at integer not null,
  due_at integer not null,
  tries integer not null,
  unique (kind, address)
) strict;

create index mail_due on mail (due_at);

-- What happened to accounts: numbers and words of a fixed list, nothing personal. Rows outlive the account.
create table account_event (
  id integer primary key autoincrement,
  at integer not null,
  user_id integer not null,
  actor integer,
  action text not null,
  subject integer
) strict;

create index account_event_of_user on account_event (user_id, id);
create index account_event_by_time on account_event (at);

-- What was tried under a key, a digest: when last, and in how many ms from then all is forgotten. Rows are of no use after `ends_at`.
create table tries (
  key text primary key,
  debt integer not null,
  at integer not null,
  ends_at integer not null
) strict, without rowid;

create index tries_by_end on tries (ends_at);
create index tries_counted_by_end on tries (ends_at) where debt > 0;

-- What came of requests under an idempotency key, as JSON. The key is a digest of caller and key, `request` one of the request.
create table idempotency_key (
  key text primary key,
  request text not null,
  outcome text not null,
  at integer not null
) strict;

create index idempotency_key_by_time on idempotency_key (at);
