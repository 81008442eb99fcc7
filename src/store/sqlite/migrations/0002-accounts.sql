-- Accounts that can be suspended, confirmed and told of things; sessions and keys that say when they were last used.

alter table "user" add column verified_at integer;
alter table "user" add column suspended_at integer;
-- A new address until it is confirmed.
alter table "user" add column pending_email text;
create index user_pending_email on "user" (pending_email) where pending_email is not null;
alter table session add column device text not null default '';
alter table session add column last_used_at integer;
alter table api_key add column last_used_at integer;

-- The operator's own account can receive no mail.
update "user" set verified_at = created_at where password_hash is null;

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
