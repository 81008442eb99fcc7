-- The program alone judges roles, kinds and languages of mail, and purposes of links: a check in SQL would refuse a new one.
-- sqlite:
-- SQLite drops a check only with its column or its table. Other tables refer to "user", so it stays and its column is replaced.
drop index administrator;
alter table "user" add column new_role text not null default 'reader';
update "user" set new_role = role;
alter table "user" drop column role;
alter table "user" rename column new_role to role;
create index administrator on "user" (id) where role = 'admin';

create table new_mail_token (
  hash text primary key,
  user_id integer not null references "user" (id),
  purpose text not null,
  email text not null,
  created_at integer not null,
  expires_at integer not null
) strict, without rowid;
insert into new_mail_token select hash, user_id, purpose, email, created_at, expires_at from mail_token;
drop table mail_token;
alter table new_mail_token rename to mail_token;
create index mail_token_of_user on mail_token (user_id, purpose);
create index mail_token_by_expiry on mail_token (expires_at);

create table new_mail (
  id integer primary key autoincrement,
  kind text not null,
  address text not null,
  language text not null,
  created_at integer not null,
  due_at integer not null,
  tries integer not null,
  unique (kind, address)
) strict;
insert into new_mail select id, kind, address, language, created_at, due_at, tries from mail;
-- The ids of mails go on: the row of the old table becomes that of the new one.
delete from sqlite_sequence where name = 'new_mail';
update sqlite_sequence set name = 'new_mail' where name = 'mail';
drop table mail;
alter table new_mail rename to mail;
create index mail_due on mail (due_at);
-- postgres:
alter table "user" drop constraint user_role_check;
alter table mail_token drop constraint mail_token_purpose_check;
alter table mail drop constraint mail_kind_check, drop constraint mail_language_check;
